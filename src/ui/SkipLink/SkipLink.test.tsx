import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { SkipLink } from './SkipLink.tsx';

it('is the first stop and leads to its target', async () => {
  render(
    <header>
      <SkipLink href="#main">Skip to the bill</SkipLink>
    </header>,
  );
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Skip to the bill' }));
  expect(document.activeElement?.getAttribute('href')).toBe('#main');
});
