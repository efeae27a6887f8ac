import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CallError } from '#lib/call-error.ts';
import type { AttemptEvent, AttemptKind, PaymentAttempt } from './attempt-types.ts';
import { idleAttempt, isBusyAttempt, nextAttempt, rememberedRequest, restoredAttempt } from './payment-attempt.ts';

const error = (status: number | null, code = 'code') => new CallError('words', { status, code });
const open = { key: 'k1', about: 'this', sent: { amount: 100 } };
const [message, secret] = ['words', 'pi_1_secret_1'];

const states: Readonly<Record<AttemptKind, PaymentAttempt>> = {
  idle: idleAttempt,
  unknown: { ...idleAttempt, kind: 'unknown', from: 'unknown', open, wasUnknown: true },
  leftOpen: { ...idleAttempt, kind: 'leftOpen', from: 'leftOpen', secret },
  processing: { ...idleAttempt, kind: 'processing', from: 'processing', secret, message },
  succeeded: { ...idleAttempt, kind: 'succeeded', from: 'succeeded' },
  declined: { ...idleAttempt, kind: 'declined', from: 'declined', message },
  refused: { ...idleAttempt, kind: 'refused', from: 'refused', message, open: { ...open, sent: null } },
  notConfirmed: { ...idleAttempt, kind: 'notConfirmed', from: 'notConfirmed', message },
  checkingCard: { ...idleAttempt, kind: 'checkingCard' },
  sending: { ...idleAttempt, kind: 'sending', open },
  challenge: { ...idleAttempt, kind: 'challenge', secret },
  confirming: { ...idleAttempt, kind: 'confirming', secret },
};

const needsPayer = { kind: 'needsPayer', secret, keepsRequest: true, isPaidHere: true } as const;

/** Events for the tests. An event has several entries if its content leads to different results. */
const events = {
  prepared: { type: 'prepared' },
  stopped: { type: 'stopped', message: null },
  'stopped with words': { type: 'stopped', message },
  sent: { type: 'sent', about: 'this', request: { amount: 100 }, key: 'k2' },
  resent: { type: 'resent' },
  captchaRequired: { type: 'captchaRequired' },
  'failed, declined': { type: 'failed', message, error: error(402) },
  'failed, refused': { type: 'failed', message, error: error(422) },
  'failed, signed out': { type: 'failed', message, error: error(401) },
  'failed, no answer': { type: 'failed', message, error: error(null) },
  timedOut: { type: 'timedOut', message },
  'answered, succeeded': { type: 'answered', answer: { kind: 'succeeded' } },
  'answered, processing': { type: 'answered', answer: { kind: 'processing' } },
  'answered, dropped': { type: 'answered', answer: { kind: 'dropped' } },
  'answered, refused': { type: 'answered', answer: { kind: 'refused', message } },
  'answered, needs payer': { type: 'answered', answer: needsPayer },
  'answered, needs payer elsewhere': { type: 'answered', answer: { ...needsPayer, isPaidHere: false } },
  resumed: { type: 'resumed', secret },
  'challenged, succeeded': { type: 'challenged', outcome: { kind: 'succeeded' }, needsConfirm: false },
  'challenged, to confirm': { type: 'challenged', outcome: { kind: 'succeeded' }, needsConfirm: true },
  'challenged, processing': { type: 'challenged', outcome: { kind: 'processing' }, needsConfirm: false },
  'challenged, failed': { type: 'challenged', outcome: { kind: 'failed', message }, needsConfirm: true },
  'challenged, abandoned': { type: 'challenged', outcome: { kind: 'abandoned', message }, needsConfirm: true },
  checked: { type: 'checked', secret },
  'confirmed, succeeded': { type: 'confirmed', outcome: { kind: 'succeeded' } },
  'confirmed, processing': { type: 'confirmed', outcome: { kind: 'processing', message } },
  'confirmed, declined': { type: 'confirmed', outcome: { kind: 'failed', message, error: error(402) } },
  'confirmed, refused': { type: 'confirmed', outcome: { kind: 'failed', message, error: error(409, 'conflict') } },
  broke: { type: 'broke', message },
  dismissed: { type: 'dismissed' },
} as const satisfies Record<string, AttemptEvent>;

type EventName = keyof typeof events;

/** Expected next states. If an event is not listed for a state, it does not change the state. */
const transitions: Readonly<Record<AttemptKind, Partial<Record<EventName, AttemptKind>>>> = {
  idle: { prepared: 'checkingCard', resumed: 'challenge', checked: 'confirming' },
  unknown: { resent: 'sending' },
  leftOpen: { resumed: 'challenge' },
  processing: { checked: 'confirming' },
  succeeded: { prepared: 'checkingCard' },
  declined: { prepared: 'checkingCard', resumed: 'challenge', dismissed: 'idle' },
  refused: { prepared: 'checkingCard', resumed: 'challenge', dismissed: 'idle' },
  notConfirmed: { prepared: 'checkingCard', resumed: 'challenge', dismissed: 'idle' },
  checkingCard: { stopped: 'idle', 'stopped with words': 'refused', sent: 'sending', broke: 'refused' },
  sending: {
    captchaRequired: 'checkingCard',
    'failed, declined': 'declined',
    'failed, refused': 'refused',
    'failed, signed out': 'refused',
    'failed, no answer': 'unknown',
    timedOut: 'unknown',
    'answered, succeeded': 'succeeded',
    'answered, processing': 'processing',
    'answered, dropped': 'idle',
    'answered, refused': 'refused',
    'answered, needs payer': 'challenge',
    'answered, needs payer elsewhere': 'leftOpen',
    broke: 'unknown',
  },
  challenge: {
    stopped: 'idle',
    'stopped with words': 'idle',
    'challenged, succeeded': 'succeeded',
    'challenged, to confirm': 'confirming',
    'challenged, processing': 'processing',
    'challenged, failed': 'notConfirmed',
    'challenged, abandoned': 'leftOpen',
    broke: 'leftOpen',
  },
  confirming: {
    'confirmed, succeeded': 'succeeded',
    'confirmed, processing': 'processing',
    'confirmed, declined': 'declined',
    'confirmed, refused': 'refused',
    broke: 'processing',
  },
};

const kinds = Object.keys(states) as AttemptKind[];
const names = Object.keys(events) as EventName[];

describe.each(kinds)('from %s', (kind) => {
  it.each(names)('on "%s"', (name) => {
    const next = nextAttempt(states[kind], events[name]);
    const expected = transitions[kind][name];
    if (expected === undefined) expect(next).toBe(states[kind]);
    else expect(next.kind).toBe(expected);
  });
});

const after = (start: PaymentAttempt, ...path: AttemptEvent[]): PaymentAttempt => path.reduce(nextAttempt, start);
const send = (about: string, key: string): AttemptEvent => ({ type: 'sent', about, request: { about }, key });

describe('the key of a request', () => {
  it('stays where the request was refused before it began, and nothing of that request is remembered', () => {
    const refused = after(idleAttempt, events.prepared, send('this', 'k1'), events['failed, signed out']);
    expect(rememberedRequest(refused)).toEqual({ key: 'k1', about: 'this', sent: null });
    expect(after(refused, events.prepared, send('this', 'k2')).open?.key).toBe('k1');
    expect(after(refused, events.prepared, send('that', 'k2')).open?.key).toBe('k2');
  });

  it('is new after a certain outcome', () => {
    const declined = after(idleAttempt, events.prepared, send('this', 'k1'), events['failed, declined']);
    expect(rememberedRequest(declined)).toBeNull();
    expect(after(declined, events.prepared, send('this', 'k2')).open?.key).toBe('k2');
  });

  it('goes with the captcha token that the platform asks for', () => {
    const challenged = after(idleAttempt, events.prepared, send('this', 'k1'), events.captchaRequired);
    expect(after(challenged, send('this', 'k2')).open).toMatchObject({ key: 'k1' });
    expect(after(challenged, events['stopped with words'])).toMatchObject({ kind: 'refused', open: { key: 'k1', sent: null } });
  });

  it('is not lost when a captcha is refused for a request that got no answer before', () => {
    const challenged = after(states.unknown, events.resent, events.captchaRequired);
    expect(after(challenged, send('that', 'k2'))).toBe(challenged);
    expect(after(challenged, events.stopped)).toMatchObject({ kind: 'unknown', open });
  });
});

describe('after a reload', () => {
  it('a request without an answer is repeated to the letter', () => {
    const sending = after(idleAttempt, events.prepared, send('this', 'k1'));
    const restored = restoredAttempt(JSON.parse(JSON.stringify(rememberedRequest(sending))));
    expect(restored.kind).toBe('unknown');
    expect(after(restored, events.resent).open).toEqual(sending.open);
  });

  it('a payment that waits is sent again only to learn its secret', () => {
    const waiting = after(idleAttempt, events.prepared, send('this', 'k1'), events['answered, needs payer']);
    const restored = restoredAttempt(rememberedRequest(waiting));
    expect(restored).toMatchObject({ kind: 'leftOpen', secret: null });
    expect(after(restored, events.resent, events['failed, no answer']).kind).toBe('leftOpen');
    expect(rememberedRequest(after(restored, events.resent, events['answered, dropped']))).toBeNull();
  });

  it('a refusal before the start says nothing of the request before the reload', () => {
    const restored = restoredAttempt(open);
    expect(after(restored, events.resent, events['failed, signed out']).kind).toBe('unknown');
    expect(after(restored, events.resent, events['failed, refused']).kind).toBe('refused');
  });
});

it('never sends a request under a new key while the outcome of the one before is unknown', () => {
  const step = fc.oneof(
    fc.constantFrom<AttemptEvent[]>(...names.filter((name) => name !== 'sent').map((name): AttemptEvent[] => [events[name]])),
    // A press sends 'this' or 'that' with a new key, so that two presses can send equal or different requests.
    fc.tuple(fc.constantFrom('this', 'that'), fc.uuid()).map(([about, key]): AttemptEvent[] => [events.prepared, send(about, key)]),
    fc.constant('reload' as const),
  );
  const certain: readonly AttemptKind[] = ['idle', 'processing', 'succeeded', 'declined', 'challenge', 'leftOpen'];
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let attempt = idleAttempt;
      let unknownKey: string | null = null;
      for (const one of steps) {
        if (one === 'reload') attempt = restoredAttempt(rememberedRequest(attempt));
        else
          for (const event of one) {
            const next = nextAttempt(attempt, event);
            const isNew = next.kind === 'sending' && attempt.kind !== 'sending';
            if (isNew && unknownKey !== null) expect(next.open?.key).toBe(unknownKey);
            if (isNew) unknownKey = next.open?.key ?? null;
            const isOver = attempt.kind === 'sending' && (certain.includes(next.kind) || (next.kind === 'refused' && !isBusyAttempt(next)));
            const isTurnedAway = event.type === 'captchaRequired' && !attempt.wasUnknown;
            if (isOver || isTurnedAway) unknownKey = null;
            attempt = next;
          }
      }
    }),
    { numRuns: 3000 },
  );
});
