import { expect, it } from 'vitest';
import { changeToast, otherAmounts } from './use-finish-change.ts';

it('says what a change was, whoever found out that it went through', () => {
  const words = (from: Parameters<typeof changeToast>[0]['from'], tier: Parameters<typeof changeToast>[0]['tier']) =>
    changeToast({ from, tier, effectiveAt: null }).message;
  expect(words('free', 'tier_pro')).toBe('Successfully upgraded subscription to Pro!');
  expect(words('pro', 'tier_team')).toBe('Successfully upgraded subscription to Team!');
  expect(words('team', 'tier_payg')).toBe('Successfully downgraded subscription to Pro!');
  expect(words('pro', 'tier_payg')).toBe('Successfully disabled spend cap');
  expect(words('pro', 'tier_pro')).toBe('Successfully enabled spend cap');
});

it('says what a change came to where that is not what was shown', () => {
  const applied = { charge_cents: 1500, usage_due_cents: 0, carried_cents: 0, credited_cents: 0 };
  expect(otherAmounts({ dueCents: 1500, creditCents: 0 }, applied)).toBeNull();
  expect(otherAmounts({ dueCents: 2500, creditCents: 0 }, applied)).toBe('Amounts applied: $15.00 due now, $0.00 added to your credits.');
  expect(otherAmounts({ dueCents: 0, creditCents: 27_450 }, { ...applied, charge_cents: 0, credited_cents: 27_449 })).toBe(
    'Amounts applied: $0.00 due now, $274.49 added to your credits.',
  );
});

it('says for eight seconds that an organization is on Free where projects restart, else for four', () => {
  const toFree = (restarts: boolean, effectiveAt: number | null = null) =>
    changeToast({ from: 'pro', tier: 'tier_free', effectiveAt, restarts });
  expect(toFree(true)).toEqual({ message: 'downgraded to Free Plan', severity: 'success', durationMs: 8000 });
  expect(toFree(false)).toMatchObject({ durationMs: 4000 });
  expect(toFree(true, 1_764_547_200)).toMatchObject({ message: 'Changes to the Free Plan on Dec 01, 2025', durationMs: 4000 });
});
