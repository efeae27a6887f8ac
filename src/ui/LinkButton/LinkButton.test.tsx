import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LinkButton } from './LinkButton.tsx';

it('is a link, whatever it looks like', () => {
  render(
    <LinkButton href="/org/acme/usage" variant="primary">
      View usage
    </LinkButton>,
  );
  expect(screen.getByRole('link', { name: 'View usage' }).getAttribute('href')).toBe('/org/acme/usage');
  expect(screen.queryByRole('button')).toBeNull();
});
