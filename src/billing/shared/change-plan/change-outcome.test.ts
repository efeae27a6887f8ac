import { expect, it } from 'vitest';
import { CallError } from '#lib/call-error.ts';
import { problemOf } from './change-outcome.ts';
import { retriesPreview } from './use-preview.ts';
import { within } from './wait-limit.ts';

const failed = (status: number | null, code: string) => new CallError('words', { status, code });

it.each([
  [402, 'card_declined', 'declined'],
  [409, 'quote_changed', 'price_changed'],
  [409, 'conflict', 'in_the_way'],
  [409, 'idempotency_key_in_use', 'unknown'],
  [422, 'rule_violated', 'refused'],
  [401, 'unauthenticated', 'refused'],
  [403, 'forbidden', 'refused'],
  [500, 'payment_outcome_unknown', 'unknown'],
  [null, 'unreachable', 'unknown'],
] as const)('reads status %s with code %s as %s', (status, code, kind) => {
  expect(problemOf(failed(status, code))).toMatchObject({ kind, message: 'words' });
});

it('tries a preview again up to three times, but never after 400', () => {
  expect([0, 2, 3].map((failures) => retriesPreview(failures, failed(409, 'conflict')))).toEqual([true, true, false]);
  expect(retriesPreview(0, failed(400, 'invalid_request'))).toBe(false);
  expect(retriesPreview(0, failed(null, 'unreachable'))).toBe(true);
});

it('waits no longer than the limit', async () => {
  expect(await within(Promise.resolve(1), 'late', 1000)).toBe(1);
  expect(await within(new Promise(() => undefined), 'late', 1)).toBe('late');
});
