import { stepSeconds } from '#lib/dates/calendar.ts';
import { LATE_USAGE_DAYS } from '#server/domain/collection.ts';
import { type Database, isTransaction } from '#server/database/database.ts';
import { lockFreeOrganizations, lockOrganization, lockOrganizations, shareOrganization } from '#server/store/organization-lock.ts';
import { reviewBudgetsNow } from './budget-reviews.ts';
import { bookUsage, type BatchOutcome, type BookedUsage, type OrganizationUsage, type UsageRecord } from './usage-records.ts';

/**
 * Organizations of one transaction. What is at work on one of them waits as long as it lasts: more would save little and hold them up.
 */
const organizationsAtOnce = 125;

/** Transactions that book one batch in parallel, each on its own connection: right after a start, most of a batch's time is waiting for the disk. */
const parallelTransactions = 2;

/** With this many organizations or fewer, one transaction is faster than two. */
const fewOrganizations = 50;

/** Budgets that are looked at before a batch is answered. The job looks at those of further organizations within a minute. */
const budgetsAtOnce = 50;

/** What a correction takes out of the totals is summed again, so no other batch may add to them. */
const corrects = ({ records }: OrganizationUsage): boolean => records.some(({ replaces }) => replaces !== undefined);

const idsOf = (usage: readonly OrganizationUsage[]): number[] => usage.map(({ organizationId }) => organizationId);

interface Times {
  readonly nowSeconds: number;
  readonly acceptedSeconds: number;
}

/** Books what is sent of organizations that nothing else is at work on. @returns the others too */
function bookFree(db: Database, usage: readonly OrganizationUsage[], { nowSeconds, acceptedSeconds }: Times) {
  return db.transaction(async (tx) => {
    const alone = usage.filter(corrects);
    const shared = alone.length === 0 ? usage : usage.filter((each) => !corrects(each));
    const held = new Set([
      ...(await lockFreeOrganizations(tx, idsOf(shared), 'share')),
      ...(await lockFreeOrganizations(tx, idsOf(alone), 'no key update')),
    ]);
    const free = usage.filter(({ organizationId }) => held.has(organizationId));
    const busy = usage.filter(({ organizationId }) => !held.has(organizationId));
    return { busy, booked: free.length > 0 ? [await bookUsage(tx, free, nowSeconds, acceptedSeconds)] : [] };
  });
}

/** Books what is sent of one organization, and waits for its turn. */
const bookInTurn = (db: Database, usage: OrganizationUsage, { nowSeconds, acceptedSeconds }: Times): Promise<BookedUsage> =>
  db.transaction(async (tx) => {
    await (corrects(usage) ? lockOrganization : shareOrganization)(tx, usage.organizationId);
    return bookUsage(tx, [usage], nowSeconds, acceptedSeconds);
  });

/** Books the parts of a batch one after the other, one transaction each. */
async function bookParts(db: Database, parts: readonly (readonly OrganizationUsage[])[], times: Times): Promise<BookedUsage[]> {
  const all: BookedUsage[] = [];
  for (const part of parts) {
    const { booked, busy } = await bookFree(db, part, times);
    all.push(...booked);
    for (const each of busy) all.push(await bookInTurn(db, each, times));
  }
  return all;
}

async function bookApart(db: Database, usage: readonly OrganizationUsage[], times: Times): Promise<BookedUsage[]> {
  const [only] = usage;
  if (only && usage.length === 1) return [await bookInTurn(db, only, times)];
  const size = Math.min(organizationsAtOnce, Math.max(Math.ceil(usage.length / parallelTransactions), fewOrganizations));
  const parts = Array.from({ length: Math.ceil(usage.length / size) }, (_, index) => usage.slice(index * size, (index + 1) * size));
  const ends = await Promise.allSettled(
    Array.from({ length: parallelTransactions }, (_, lane) => {
      const own = parts.filter((_part, index) => index % parallelTransactions === lane);
      return bookParts(db, own, times);
    }),
  );
  // Waits for all of them, even after a failure: nothing of a batch may still run when it is answered.
  return ends.flatMap((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
}

/**
 * In a transaction that began before and may hold several organizations when it waits for another one. It takes them in the order of
 * their ids, alone: their budgets are looked at in it too.
 */
async function bookWithin(tx: Database, usage: readonly OrganizationUsage[], { nowSeconds, acceptedSeconds }: Times): Promise<BookedUsage> {
  await lockOrganizations(tx, idsOf(usage));
  return bookUsage(tx, usage, nowSeconds, acceptedSeconds);
}

/**
 * Books usage of organizations, each of which occurs once: every record that may be counted is counted once, whatever is wrong with the
 * others. It waits while an invoice of an organization is being made; what then comes too late for it is for the next one.
 * @param lateUsageDays how long usage of a period is accepted after its close
 */
export async function recordUsageOfMany(
  db: Database,
  usage: readonly OrganizationUsage[],
  nowSeconds: number,
  lateUsageDays: number = LATE_USAGE_DAYS,
): Promise<BatchOutcome> {
  const times = { nowSeconds, acceptedSeconds: stepSeconds({ days: lateUsageDays }) };
  const booked = isTransaction(db) ? [await bookWithin(db, usage, times)] : await bookApart(db, usage, times);
  const withBudgets = booked.flatMap((each) => each.withBudgets);
  for (const id of withBudgets.slice(0, budgetsAtOnce)) await reviewBudgetsNow(db, id, nowSeconds);
  const outcomes = booked.map(({ outcome }) => outcome);
  return {
    accepted: outcomes.reduce((sum, { accepted }) => sum + accepted, 0),
    duplicates: outcomes.reduce((sum, { duplicates }) => sum + duplicates, 0),
    rejected: outcomes.flatMap(({ rejected }) => rejected).sort((a, b) => a.index - b.index),
  };
}

/** The same for one organization. */
export const recordUsage = (
  db: Database,
  organizationId: number,
  records: readonly UsageRecord[],
  nowSeconds: number,
  lateUsageDays?: number,
): Promise<BatchOutcome> => recordUsageOfMany(db, [{ organizationId, records }], nowSeconds, lateUsageDays);
