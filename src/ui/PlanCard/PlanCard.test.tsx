import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PlanCard } from './PlanCard.tsx';
import { states } from './PlanCard.states.tsx';

it('is a list of plans, each with heading, one price string, features, and the current one in words', () => {
  render(states['four plans, Pro is current']());
  const cards = screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.closest('li'));
  expect(cards).toHaveLength(4);
  const pro = cards[1] as HTMLElement;
  expect(within(pro).getByText('From $25 per month').childNodes).toHaveLength(1);
  expect(within(pro).getByText('Current plan')).toBeTruthy();
  expect(within(pro).queryByRole('button')).toBeNull();
  expect(
    within(pro)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toContain('Daily backups');
  expect(screen.getByRole('button', { name: 'Upgrade to Team' })).toBeTruthy();
  expect(within(cards[3] as HTMLElement).getByRole('link', { name: 'Contact sales' })).toBeTruthy();
});

it('breaks the line between a feature and what follows it, so that words do not run together', () => {
  render(<PlanCard name="Pro" rank={2} price={{ amount: '$25' }} features={[{ text: '100,000 users (MAU)', subText: 'then $0.00325' }]} />);
  const [, feature] = screen.getAllByRole('listitem');
  expect(feature?.innerHTML).toMatch(/\(MAU\)(<\/span>)?<br>/);
});
