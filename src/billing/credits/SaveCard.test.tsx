import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { SaveCard } from './SaveCard.tsx';
import { topUpRequest } from './use-top-up.ts';

const requestFor = (savesCard: boolean) => topUpRequest('acme', 100, savesCard, { id: 'pm_new' }, 'token');

function Choice({ isReadOnly = false }: { isReadOnly?: boolean }) {
  const [isSelected, setSelected] = useState(true);
  return (
    <>
      <SaveCard isSelected={isSelected} onChange={setSelected} isReadOnly={isReadOnly} />
      <output>{JSON.stringify(requestFor(isSelected).input.body)}</output>
    </>
  );
}

const box = () =>
  screen.getByRole('checkbox', { name: 'Save this card', description: 'Renewals and later payments can use a saved card.' });
const body = () => JSON.parse(screen.getByRole('status').textContent ?? '') as object;

it('asks the platform not to keep the card once it is cleared', async () => {
  render(<Choice />);
  expect([box().matches(':checked'), body()]).toEqual([true, { payment_method_id: 'pm_new', amount: 100, hcaptcha_token: 'token' }]);
  await userEvent.click(box());
  expect([box().matches(':checked'), body()]).toEqual([false, expect.objectContaining({ save_card: false })]);
});

it('stays as it is while the payment is under way', async () => {
  render(<Choice isReadOnly />);
  await userEvent.click(box());
  expect(box().matches(':checked')).toBe(true);
});

it('makes another request of the same card and amount when the wish has changed', () => {
  expect(requestFor(false).about).not.toBe(requestFor(true).about);
});
