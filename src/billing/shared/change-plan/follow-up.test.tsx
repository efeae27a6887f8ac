import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { closeToast, toastSnapshot } from '#ui/Toast/toast.ts';
import { recordFinishedChange, useFollowUp } from './finished-change.ts';
import { afterOpeningMs, longestHoldMs, showHeldToasts, useHeldToasts } from './held-toasts.ts';
import { queueSurvey, showChange } from './use-finish-change.ts';

const change = { from: 'pro', tier: 'tier_team', effectiveAt: null, paidWith: null, intent: null } as const;
const upgraded = 'Successfully upgraded subscription to Team!';
const shown = (): string[] => toastSnapshot().visible.map(({ message }) => message);

afterEach(() => {
  showHeldToasts();
  for (const { id } of toastSnapshot().visible) closeToast(id);
  vi.useRealTimers();
});

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

it('says the success of an upgrade once, a second after its survey is open', () => {
  vi.useFakeTimers();
  showChange(change);
  act(() => queueSurvey('here', change));
  expect(shown()).toEqual([]);
  const { rerender } = renderHook(useHeldToasts, { initialProps: false });
  rerender(true);
  vi.advanceTimersByTime(afterOpeningMs - 1);
  expect(shown()).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(shown()).toEqual([upgraded]);
  vi.advanceTimersByTime(longestHoldMs);
  showHeldToasts();
  expect(shown()).toEqual([upgraded]);
});

it('says the success of an upgrade whose survey never opens', () => {
  vi.useFakeTimers();
  act(() => queueSurvey('here', change));
  vi.advanceTimersByTime(longestHoldMs);
  expect(shown()).toEqual([upgraded]);
});

it('says a change without a survey at once', () => {
  showChange({ ...change, from: 'enterprise' });
  expect(shown()).toEqual(['Successfully downgraded subscription to Team!']);
});
