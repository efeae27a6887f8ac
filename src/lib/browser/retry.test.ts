import { expect, it } from 'vitest';
import { finalLimits } from '#contract/final-limits.ts';
import { CallError } from '#lib/call-error.ts';
import { retryDelayMs, shouldRetry } from './retry.ts';

const failed = (status: number | null, retryAfterMs: number | null = null) => new CallError('no', { status, code: 'x', retryAfterMs });

it.each([400, 401, 402, 403, 404, 409, 422])('never asks again after %d', (status) => {
  expect(shouldRetry(0, failed(status))).toBe(false);
});

const limited = (code: string, retryAfterMs: number | null) => new CallError('no', { status: 429, code, retryAfterMs });

it.each(['too_many_requests', 'unknown', ...finalLimits])('never asks again after a 429 with the code %s', (code) => {
  expect(shouldRetry(0, limited(code, 3000))).toBe(false);
});

it('asks again after busy, when the server says', () => {
  expect([shouldRetry(0, limited('busy', 5000)), retryDelayMs(0, limited('busy', 5000))]).toEqual([true, 5000]);
});

it.each([
  [null, true],
  [30_000, true],
  [30_001, false],
  [3_600_000, false],
])('asks again after busy with a wait of %s ms: %s', (retryAfterMs, isRepeated) => {
  expect(shouldRetry(0, limited('busy', retryAfterMs))).toBe(isRepeated);
});

it('asks again at most three times after busy', () => {
  expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, limited('busy', 1000)))).toEqual([true, true, true, false]);
});

it.each([500, 503, null])('asks again at most three times after %s', (status) => {
  expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, failed(status)))).toEqual([true, true, true, false]);
});

it('waits as long as the platform asks, else twice as long each time and never above 30 s', () => {
  expect(retryDelayMs(0, failed(503, 7000))).toBe(7000);
  expect([0, 1, 2, 3, 4, 5, 9].map((failures) => retryDelayMs(failures, failed(500)))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ]);
});
