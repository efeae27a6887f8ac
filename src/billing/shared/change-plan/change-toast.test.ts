import { expect, it } from 'vitest';
import { changeToast } from './change-toast.ts';

it('says what a change was, whoever found out that it went through', () => {
  const words = (from: Parameters<typeof changeToast>[0]['from'], tier: Parameters<typeof changeToast>[0]['tier']) =>
    changeToast({ from, tier, effectiveAt: null }).message;
  expect(words('free', 'tier_pro')).toBe('Successfully upgraded subscription to Pro!');
  expect(words('pro', 'tier_team')).toBe('Successfully upgraded subscription to Team!');
  expect(words('team', 'tier_payg')).toBe('Successfully downgraded subscription to Pro!');
  expect(words('pro', 'tier_payg')).toBe('Successfully disabled spend cap');
  expect(words('pro', 'tier_pro')).toBe('Successfully enabled spend cap');
});

it('says for eight seconds that an organization is on Free where projects restart, else for four', () => {
  const toFree = (restarts: boolean, effectiveAt: number | null = null) =>
    changeToast({ from: 'pro', tier: 'tier_free', effectiveAt, restarts });
  expect(toFree(true)).toEqual({ message: 'downgraded to Free Plan', severity: 'success', durationMs: 8000 });
  expect(toFree(false)).toMatchObject({ durationMs: 4000 });
  expect(toFree(true, 1_764_547_200)).toMatchObject({ message: 'Changes to the Free Plan on Dec 01, 2025', durationMs: 4000 });
});
