import { PlatformError } from '#server/platform-error.ts';
import type { Database } from '#server/database/database.ts';
import { countOf, countOne, type LimitCount, type Limit } from '#server/store/limits.ts';
import { payerOf, type PaymentRow } from '#server/store/payments.ts';
import type { Requester } from './context.ts';
import { declinedError, isBankDecline } from './declines.ts';

/** An action that may test a stolen card: a charge that the bank declines, or attaching the card without a charge. */
type CardTry = 'decline' | 'attach';
const tries: readonly CardTry[] = ['decline', 'attach'];

/** After this many tries, the next try needs a captcha. */
const perHour = (what: CardTry): Limit => ({ name: `${what}:hour`, most: 5, seconds: 3600 });
const perDay = (what: CardTry): Limit => ({ name: `${what}:day`, most: 10, seconds: 86_400 });
/** After this many declines per day, further tries are refused. */
const mostDeclinesPerDay = 20;
/** Repeated or concurrent attempts with the same card count only once per day. */
const perCard: Limit = { name: 'attach:card', most: 1, seconds: 86_400 };
/** Share of the organization's daily limit that one member can use. One member cannot exhaust the limit; two can. */
const sharePerMember = 10;
/** Declines per day that are answered with the bank's reason. */
const explainedPerDay = 2;

/** Card attempts are counted for the member and for the organization. `memberId` is null if the member is unknown. */
interface Payer {
  readonly organizationId: number;
  readonly memberId: number | null;
}

const memberKey = (id: number): string => `member:${id}`;
const organizationKey = (id: number): string => `organization:${id}`;
const keysOf = ({ organizationId, memberId }: Payer): string[] => [
  ...(memberId === null ? [] : [memberKey(memberId)]),
  organizationKey(organizationId),
];

interface Count extends LimitCount {
  readonly limit: Limit;
}

/** Counts the member first, then the organization. With the same order, concurrent transactions cannot deadlock. */
export async function countCardTry(tx: Database, what: CardTry, { organizationId, memberId }: Payer): Promise<readonly Count[]> {
  const count = async (key: string): Promise<readonly [Count, Count]> => {
    const [hour, day] = [perHour(what), perDay(what)];
    return [
      { limit: hour, ...(await countOne(tx, hour, key)) },
      { limit: day, ...(await countOne(tx, day, key)) },
    ];
  };
  const memberCounts = memberId === null ? null : await count(memberKey(memberId));
  if (memberCounts !== null && memberCounts[1].count > sharePerMember) return memberCounts;
  return [...(memberCounts ?? []), ...(await count(organizationKey(organizationId)))];
}

async function countsOf(db: Database, payer: Payer): Promise<readonly Count[]> {
  const counts: Count[] = [];
  for (const key of keysOf(payer))
    for (const limit of tries.flatMap((what) => [perHour(what), perDay(what)])) counts.push({ limit, ...(await countOf(db, limit, key)) });
  return counts;
}

/** Longest wait in seconds of the exceeded limits; 0 if no limit is exceeded. */
const waitOf = (counts: readonly Count[], isOver: (count: Count) => boolean): number =>
  Math.max(0, ...counts.filter(isOver).map(({ endsInSeconds }) => endsInSeconds));

/** @param ownTries 1 if the counts include the current try, else 0 */
function refuseOver(counts: readonly Count[], ownTries: 0 | 1, hasCaptcha: boolean): void {
  const atAll = waitOf(counts, ({ count, limit }) => limit.name === perDay('decline').name && count - ownTries >= mostDeclinesPerDay);
  if (atAll > 0)
    throw new PlatformError('too_many_declines', 'Too many cards were declined today. Try again tomorrow, or contact support.', {
      headers: { 'Retry-After': String(atAll) },
    });
  const withoutCaptcha = waitOf(counts, ({ count, limit }) => count - ownTries >= limit.most);
  if (withoutCaptcha > 0 && !hasCaptcha)
    throw new PlatformError('captcha_required', 'Several cards were tried. Complete the security check to continue.', {
      headers: { 'Retry-After': String(withoutCaptcha) },
    });
}

export const needsCaptcha = async (db: Database, payer: Payer): Promise<boolean> =>
  (await countsOf(db, payer)).some(({ count, limit }) => count >= limit.most);

/** @throws {PlatformError} 429 `captcha_required` if a captcha would allow the attempt, otherwise 429 `too_many_declines` */
export async function refuseCardTesting(db: Database, by: Requester, hasCaptcha: boolean): Promise<void> {
  refuseOver(await countsOf(db, by), 0, hasCaptcha);
}

/** Counts a card before it is attached, so that concurrent attempts get different counts. Throws as `refuseCardTesting` does. */
export async function countAttach(db: Database, by: Requester, cardId: string, hasCaptcha: boolean): Promise<void> {
  const isFirst = (await countOne(db, perCard, cardId)).count === 1;
  if (isFirst) refuseOver(await countCardTry(db, 'attach', by), 1, hasCaptcha);
}

/** Only the first declines of a day include the bank's reason. */
export async function declineAnswer(db: Database, payer: Payer, code: string | null, declineCode: string | null): Promise<PlatformError> {
  if (!isBankDecline(code, declineCode)) return declinedError(code, declineCode);
  for (const key of keysOf(payer))
    if ((await countOf(db, perDay('decline'), key)).count > explainedPerDay) return declinedError('card_declined', 'generic_decline');
  return declinedError(code, declineCode);
}

export async function refusedPayment(db: Database, payment: PaymentRow): Promise<PlatformError> {
  const { organizationId, failureCode, declineCode } = payment;
  return declineAnswer(db, { organizationId, memberId: await payerOf(db, payment) }, failureCode, declineCode);
}
