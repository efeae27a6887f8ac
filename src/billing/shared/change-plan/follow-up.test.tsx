import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { recordFinishedChange, useFollowUp } from './finished-change.ts';
import { queueSurvey } from './use-finish-change.ts';

const change = { from: 'pro', tier: 'tier_team', effectiveAt: null, paidWith: null, intent: null } as const;

it('leaves a survey to be asked after an upgrade, on the page of its organization alone', () => {
  const here = renderHook(() => useFollowUp('here'));
  const elsewhere = renderHook(() => useFollowUp('elsewhere'));
  act(() => queueSurvey('here', change));
  expect(here.result.current).toMatchObject({ upgrade: { from: 'pro', to: 'team' }, exit: null });
  expect(elsewhere.result.current).toBeNull();
  act(() => recordFinishedChange(null));
  expect(here.result.current).toBeNull();
});

it('leaves nothing to be asked after a change of the spend cap, a downgrade, or what is only scheduled', () => {
  const here = renderHook(() => useFollowUp('here'));
  for (const other of [{ tier: 'tier_payg' }, { from: 'enterprise' }, { effectiveAt: 1_764_547_200 }] as const) {
    act(() => queueSurvey('here', { ...change, ...other }));
    expect(here.result.current?.upgrade).toBeNull();
  }
});

it('leaves the answers of who left for Free to be sent, where a payment came first', () => {
  const here = renderHook(() => useFollowUp('here'));
  const exit = { reason: 'Too expensive', words: '' };
  act(() => queueSurvey('here', { ...change, tier: 'tier_free', exit }));
  expect(here.result.current).toMatchObject({ upgrade: null, exit });
});
