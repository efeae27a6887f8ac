import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { Disclosure } from './Disclosure.tsx';

it('is a button in a heading that opens what follows it', async () => {
  render(
    <Disclosure title="Rates" nameSuffix=" after the quota" headingLevel={3}>
      <p>Egress costs $0.09</p>
    </Disclosure>,
  );
  const button = screen.getByRole('button', { name: 'Rates after the quota', expanded: false });
  expect(button.closest('h3')).toBeTruthy();
  expect(document.getElementById(button.getAttribute('aria-controls') ?? '')?.textContent).toBe('Egress costs $0.09');
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  expect(button.getAttribute('aria-expanded')).toBe('true');
  await userEvent.keyboard(' ');
  expect(button.getAttribute('aria-expanded')).toBe('false');
});

it('keeps closed content for the search of the browser', () => {
  render(
    <Disclosure title="Rates">
      <p>Content</p>
    </Disclosure>,
  );
  expect(screen.getByText('Content').parentElement?.getAttribute('hidden')).toBe('until-found');
});
