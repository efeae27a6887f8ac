import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RUNS, TIMEOUT_MS } from '#tests/oracle/scenario.ts';
import { cardsLeft, type FailedTry, isCardGone, MOST_TRIES, newCardTry, nextCard, tryAfterFailure } from './retry-calendar.ts';

const day = 86_400;
const finalized = 1_800_000_000;

type Answer = 'success' | 'insufficient_funds' | 'expired_card' | 'lost_card' | 'stolen_card' | 'authentication_required';

interface Event {
  readonly member: { readonly kind: 'default'; readonly card: number } | { readonly kind: 'add' } | { readonly kind: 'none' };
  /** Seconds before the member's action. */
  readonly waits: number;
  /** Seconds by which an attempt is late because the platform is down. */
  readonly down: number;
  readonly answer: Answer;
}

interface Attempt {
  readonly card: string;
  readonly atSeconds: number;
  readonly answer: Answer;
}

const failedTry = ({ card, answer }: Attempt): FailedTry =>
  answer === 'expired_card'
    ? { methodId: card, failureCode: answer, declineCode: null }
    : { methodId: card, failureCode: 'card_declined', declineCode: answer };

/** Simulates the charge attempts of an invoice, planned as in `collections.ts` and `record-cards.ts`. */
function runInvoice(events: readonly Event[], plan = tryAfterFailure): Attempt[] {
  const attempts: Attempt[] = [];
  const cards = [{ id: 'pm_0' }];
  let nowSeconds = finalized;
  let nextSeconds: number | null = finalized;
  const tries = () => attempts.filter(({ answer }) => answer !== 'success').map(failedTry);
  const isPaid = () => attempts.some(({ answer }) => answer === 'success');
  const changeCards = (change: () => void, isTried: () => boolean) => {
    change();
    if (nextSeconds === null && !isPaid() && isTried()) nextSeconds = newCardTry(finalized, nowSeconds, tries().length);
  };
  for (const { member, waits, down, answer } of events) {
    nowSeconds += waits;
    if (member.kind === 'add') {
      const added = { id: `pm_${cards.length}` };
      changeCards(
        () => cards.push(added),
        () => cardsLeft(cards, tries())[0]?.id === added.id,
      );
    }
    if (member.kind === 'default') {
      const place = member.card % cards.length;
      if (place > 0)
        changeCards(
          () => cards.unshift(...cards.splice(place, 1)),
          () => true,
        );
    }
    const card = nextCard(cards, tries());
    if (nextSeconds === null || !card) continue;
    nowSeconds = Math.max(nowSeconds, nextSeconds) + down;
    attempts.push({ card: card.id, atSeconds: nowSeconds, answer });
    const isOtherCardNext = isCardGone(null, answer) && cardsLeft(cards, tries()).length > 0;
    nextSeconds = answer === 'success' ? null : plan(finalized, nowSeconds, tries().length, isOtherCardNext);
  }
  return attempts;
}

const answers: readonly Answer[] = ['insufficient_funds', 'expired_card', 'lost_card', 'stolen_card', 'authentication_required', 'success'];
const seconds = (most: number) => fc.oneof(fc.constant(0), fc.integer({ min: 0, max: most }));
const event: fc.Arbitrary<Event> = fc.record({
  member: fc.oneof(
    fc.constant({ kind: 'none' } as const),
    fc.constant({ kind: 'add' } as const),
    fc.record({ kind: fc.constant('default' as const), card: fc.nat(5) }),
  ),
  waits: seconds(3 * day),
  down: seconds(2 * day),
  answer: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...answers) },
    { weight: 3, arbitrary: fc.constant('insufficient_funds' as const) },
  ),
});
const histories = fc.array(event, { minLength: 1, maxLength: 30 });

/** Maximum attempts on the same card in one day. Days have 24 hours and start at finalization. */
function mostOnOneDay(attempts: readonly Attempt[]): number {
  const counts = new Map<string, number>();
  for (const { card, atSeconds } of attempts) {
    const key = `${card} ${Math.floor((atSeconds - finalized) / day)}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}

it(
  'charges each card once a day, an invoice eight times, and nothing after a success',
  () => {
    fc.assert(
      fc.property(histories, (events) => {
        const attempts = runInvoice(events);
        expect(mostOnOneDay(attempts)).toBeLessThanOrEqual(1);
        expect(attempts.length).toBeLessThanOrEqual(MOST_TRIES);
        expect(attempts.findIndex(({ answer }) => answer === 'success')).toBeOneOf([-1, attempts.length - 1]);
      }),
      { numRuns: RUNS },
    );
  },
  TIMEOUT_MS,
);

it('notices a plan that repeats a declined card at once, and one without a maximum', () => {
  const declined = Array.from({ length: 12 }, (): Event => ({ member: { kind: 'none' }, waits: 0, down: 0, answer: 'insufficient_funds' }));
  expect(mostOnOneDay(runInvoice(declined, (_, nowSeconds) => nowSeconds))).toBeGreaterThan(1);
  expect(runInvoice(declined, (_, nowSeconds) => nowSeconds + day).length).toBeGreaterThan(MOST_TRIES);
});
