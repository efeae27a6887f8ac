import { stepSeconds } from '#lib/dates/calendar.ts';
import { LATE_USAGE_DAYS } from '#server/domain/collection.ts';
import { SEND_AGAIN } from '#contract/usage-codes.ts';
import { isUnavailable } from '#server/database/database-error.ts';
import { type Database, isTransaction } from '#server/database/database.ts';
import { lockFreeOrganizations, lockOrganization, lockOrganizations, shareOrganization } from '#server/store/organization-lock.ts';
import { requestRunNow } from '#server/store/background-jobs.ts';
import { reviewLimitsNow } from './limit-reviews.ts';
import { bookUsage, type BatchOutcome, type BookedUsage, type OrganizationUsage, type UsageRecord } from './usage-records.ts';
import type { Booking, UsageSender } from './usage-review.ts';

/** Organizations per transaction. A larger number gains little and blocks other work on the organizations. */
const organizationsAtOnce = 125;

/** Number of transactions that book one batch. They run in parallel, because each of them mostly waits for the disk. */
const parallelTransactions = 2;

/** Maximum number of organizations for which one transaction is faster than two transactions. */
const fewOrganizations = 50;

/** Number of organizations whose limits are reviewed before the response. A job that starts within a second reviews the others. */
const reviewsAtOnce = 50;

export const limitReviews = 'limits';

/** Whether usage contains corrections. Corrections recompute totals, so they need an exclusive lock. */
const corrects = ({ records }: OrganizationUsage): boolean => records.some(({ replaces }) => replaces !== undefined);

const idsOf = (usage: readonly OrganizationUsage[]): number[] => usage.map(({ organizationId }) => organizationId);

/**
 * Books usage of organizations that no other transaction has locked.
 * @returns `booked`: the booked usage; `busy`: the usage of locked organizations, which is not booked yet
 */
function bookFree(db: Database, usage: readonly OrganizationUsage[], booking: Booking) {
  return db.transaction(async (tx) => {
    const alone = usage.filter(corrects);
    const shared = alone.length === 0 ? usage : usage.filter((each) => !corrects(each));
    const held = new Set([
      ...(await lockFreeOrganizations(tx, idsOf(shared), 'share')),
      ...(await lockFreeOrganizations(tx, idsOf(alone), 'no key update')),
    ]);
    const free = usage.filter(({ organizationId }) => held.has(organizationId));
    const busy = usage.filter(({ organizationId }) => !held.has(organizationId));
    return { busy, booked: free.length > 0 ? [await bookUsage(tx, free, booking)] : [] };
  });
}

const bookInTurn = (db: Database, usage: OrganizationUsage, booking: Booking): Promise<BookedUsage> =>
  db.transaction(async (tx) => {
    await (corrects(usage) ? lockOrganization : shareOrganization)(tx, usage.organizationId);
    return bookUsage(tx, [usage], booking);
  });

interface FailedUsage {
  readonly usage: readonly OrganizationUsage[];
  readonly error: unknown;
}

/** Books parts of a batch in sequence, one transaction each. If a part fails, the others continue unless the database is down. */
async function bookParts(db: Database, parts: readonly (readonly OrganizationUsage[])[], booking: Booking) {
  const all: BookedUsage[] = [];
  const failed: FailedUsage[] = [];
  const attempt = async (usage: readonly OrganizationUsage[], book: () => Promise<readonly OrganizationUsage[]>) => {
    const last = failed.at(-1)?.error;
    if (isUnavailable(last)) return void failed.push({ usage, error: last });
    try {
      const busy = await book();
      for (const each of busy) await attempt([each], () => inTurn(each));
    } catch (error) {
      failed.push({ usage, error });
    }
  };
  const inTurn = async (each: OrganizationUsage) => {
    all.push(await bookInTurn(db, each, booking));
    return [];
  };
  for (const part of parts)
    await attempt(part, async () => {
      const { booked, busy } = await bookFree(db, part, booking);
      all.push(...booked);
      return busy;
    });
  return { booked: all, failed };
}

/** Rejects usage whose transaction failed while other usage of the request was booked. The sender must send the rejected usage again. */
const toSendAgain = (usage: readonly OrganizationUsage[]): BookedUsage => ({
  outcome: {
    accepted: 0,
    duplicates: 0,
    held: 0,
    rejected: usage.flatMap(({ records }) =>
      records.map(({ index, id }) => ({
        index,
        id,
        code: SEND_AGAIN,
        field: '',
        message: 'This record could not be booked now. Send it again: a record that is counted is never counted twice.',
      })),
    ),
  },
  toReview: [],
});

/** Distributes the organizations to parallel lanes, and books their usage. @throws the first failure if nothing was booked */
async function bookApart(
  db: Database,
  usage: readonly OrganizationUsage[],
  booking: Booking,
  report: (error: unknown) => void,
): Promise<BookedUsage[]> {
  const [only] = usage;
  if (only && usage.length === 1) return [await bookInTurn(db, only, booking)];
  const size = Math.min(organizationsAtOnce, Math.max(Math.ceil(usage.length / parallelTransactions), fewOrganizations));
  const parts = Array.from({ length: Math.ceil(usage.length / size) }, (_, index) => usage.slice(index * size, (index + 1) * size));
  // Waits for all lanes even after a failure, because no transaction may still run when the response is sent.
  const lanes = await Promise.all(
    Array.from({ length: parallelTransactions }, (_, lane) => {
      const laneParts = parts.filter((_part, index) => index % parallelTransactions === lane);
      return bookParts(db, laneParts, booking);
    }),
  );
  const booked = lanes.flatMap((lane) => lane.booked);
  const failed = lanes.flatMap((lane) => lane.failed);
  const [first] = failed;
  if (first && booked.length === 0) throw first.error;
  for (const { error } of failed) report(error);
  return [...booked, ...failed.map((each) => toSendAgain(each.usage))];
}

export interface UsageReports {
  /** Receives failures that the response does not report. */
  readonly report?: (error: unknown) => void;
  /** Called after usage of an organization has reached its spend cap or a spending limit. */
  readonly onStop?: () => void;
}

const nothing = (): void => undefined;

/** A job repeats failed reviews, and reviews the organizations that are not reviewed here. */
async function reviewSome(
  db: Database,
  ids: readonly number[],
  nowSeconds: number,
  { report, onStop }: Required<UsageReports>,
): Promise<void> {
  for (const id of ids.slice(0, reviewsAtOnce)) {
    const isStopped = await reviewLimitsNow(db, id, nowSeconds).catch((error: unknown) => {
      // If the caller has a transaction open, the failure must roll it back.
      if (isTransaction(db)) throw error;
      report(error);
      return false;
    });
    if (isStopped) onStop();
  }
  if (ids.length > reviewsAtOnce && !isTransaction(db)) await requestRunNow(db, limitReviews).catch(report);
}

/** Books usage in one transaction and reviews the limits. Locks organizations exclusively, in ID order to prevent deadlocks. */
async function bookWithin(tx: Database, usage: readonly OrganizationUsage[], booking: Booking): Promise<BookedUsage> {
  await lockOrganizations(tx, idsOf(usage));
  return bookUsage(tx, usage, booking);
}

/**
 * Books each valid record once, even if other records are invalid. Waits while an invoice is being created. If only some transactions fail,
 * their records are rejected as `send_again`. @throws the failure if nothing was booked
 */
export async function recordUsageOfMany(
  db: Database,
  usage: readonly OrganizationUsage[],
  nowSeconds: number,
  lateUsageDays: number = LATE_USAGE_DAYS,
  { report = nothing, onStop = nothing }: UsageReports = {},
  sender: UsageSender | null = null,
): Promise<BatchOutcome> {
  const booking = { nowSeconds, acceptedSeconds: stepSeconds({ days: lateUsageDays }), sender };
  const booked = isTransaction(db) ? [await bookWithin(db, usage, booking)] : await bookApart(db, usage, booking, report);
  const toReview = booked.flatMap((each) => each.toReview);
  await reviewSome(db, toReview, nowSeconds, { report, onStop });
  const outcomes = booked.map(({ outcome }) => outcome);
  return {
    accepted: outcomes.reduce((sum, { accepted }) => sum + accepted, 0),
    duplicates: outcomes.reduce((sum, { duplicates }) => sum + duplicates, 0),
    held: outcomes.reduce((sum, { held }) => sum + held, 0),
    rejected: outcomes.flatMap(({ rejected }) => rejected).sort((a, b) => a.index - b.index),
  };
}

export const recordUsage = (
  db: Database,
  organizationId: number,
  records: readonly UsageRecord[],
  nowSeconds: number,
  lateUsageDays?: number,
): Promise<BatchOutcome> => recordUsageOfMany(db, [{ organizationId, records }], nowSeconds, lateUsageDays);
