import { expect, it } from 'vitest';
import { CallError } from '#lib/call-error.ts';
import { idleAttempt, nextAttempt } from '#billing/shared/payment/payment-attempt.ts';
import { changeProblem, processingMessage } from './change-problem.ts';
import { retriesPreview } from './use-preview.ts';

const failed = (status: number | null, code: string) => new CallError('words', { status, code });
const sending = { ...idleAttempt, kind: 'sending' as const };

it.each([
  [402, 'card_declined', 'declined'],
  [409, 'quote_changed', 'price_changed'],
  [409, 'conflict', 'in_the_way'],
  [409, 'change_not_applied', 'refunded'],
  [409, 'idempotency_key_in_use', 'unknown'],
  [422, 'rule_violated', 'refused'],
  [401, 'unauthenticated', 'refused'],
  [403, 'forbidden', 'refused'],
  [500, 'payment_outcome_unknown', 'unknown'],
  [null, 'unreachable', 'unknown'],
  [null, 'code_missing', 'refused'],
] as const)('reads status %s with code %s as %s', (status, code, kind) => {
  const attempt = nextAttempt(sending, { type: 'failed', message: 'words', error: failed(status, code) });
  expect(changeProblem(attempt)).toMatchObject({ kind, message: 'words' });
});

it('keeps the message of a processing payment while it is checked again', () => {
  const processing = { ...idleAttempt, kind: 'processing', from: 'processing', secret: 's', message: 'Still processing.' } as const;
  expect(processingMessage(nextAttempt(processing, { type: 'checked', secret: 's' }))).toBe('Still processing.');
  expect(processingMessage(nextAttempt(idleAttempt, { type: 'checked', secret: 's' }))).toBeNull();
});

it('tries a preview again up to three times, but never after 400', () => {
  expect([0, 2, 3].map((failures) => retriesPreview(failures, failed(409, 'conflict')))).toEqual([true, true, false]);
  expect(retriesPreview(0, failed(400, 'invalid_request'))).toBe(false);
  expect(retriesPreview(0, failed(null, 'unreachable'))).toBe(true);
});

it('keeps the outcome of an earlier request unknown if the next one could not be sent', () => {
  const unanswered = nextAttempt(sending, { type: 'failed', message: 'words', error: failed(null, 'unreachable') });
  const again = nextAttempt(
    { ...sending, wasUnknown: unanswered.wasUnknown },
    { type: 'failed', message: 'words', error: failed(null, 'code_missing') },
  );
  expect(changeProblem(again)).toMatchObject({ kind: 'unknown' });
});
