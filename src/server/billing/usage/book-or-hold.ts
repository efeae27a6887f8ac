import { isOrganizationToken } from '#server/domain/staff/people.ts';
import type { Database } from '#server/database/database.ts';
import { hasHeldRecordsOfTokens } from '#server/store/usage/held-usage.ts';
import type { NewRecord } from '#server/store/usage/usage-writing.ts';
import { bookRows, windowIn, type BookedRows, type Windows } from './book-rows.ts';
import { holdRecords } from './held-usage.ts';
import { recordsToHold, type Booking, type HeldGroup, type UsageSender } from './usage-review.ts';

/** Thrown to roll back a booking if some of its records must be held for review. */
class MustWait extends Error {
  readonly groups: readonly HeldGroup[];

  constructor(groups: readonly HeldGroup[]) {
    super('Records must wait for staff');
    this.groups = groups;
  }
}

interface Outcome<Row> {
  readonly booked: BookedRows;
  readonly held: number;
  /** Refused records, which can be sent again later. */
  readonly refused: readonly Row[];
}

/**
 * Returns true to refuse the records, false to hold them. Records from an organization token are refused if the platform already holds
 * records from a token of this organization.
 */
const isRefused = async (tx: Database, { organizationId }: HeldGroup, sender: UsageSender): Promise<boolean> =>
  isOrganizationToken(sender.id) && (await hasHeldRecordsOfTokens(tx, organizationId));

export async function bookOrHold<Row extends NewRecord>(
  tx: Database,
  all: readonly Row[],
  windows: Windows,
  { sender, nowSeconds }: Booking,
): Promise<Outcome<Row>> {
  if (!sender) return { booked: await bookRows(tx, all, windows), held: 0, refused: [] };
  const groups: HeldGroup[] = [];
  const refused = new Set<NewRecord>();
  let rows = all;
  for (;;) {
    const attempt = tx.transaction(async (savepoint) => {
      const booked = await bookRows(savepoint, rows, windows);
      const newGroups = await recordsToHold(savepoint, booked, (id) => windowIn(windows, id), sender, nowSeconds);
      if (newGroups.length > 0) throw new MustWait(newGroups);
      return booked;
    });
    const outcome = await attempt.catch((error: unknown) => {
      if (error instanceof MustWait) return error;
      throw error;
    });
    if (!(outcome instanceof MustWait)) {
      await holdRecords(tx, groups, windows, sender.id, nowSeconds);
      const heldCount = groups.flatMap(({ records }) => records).length;
      return { booked: outcome, held: heldCount, refused: all.filter((row) => refused.has(row)) };
    }
    for (const group of outcome.groups)
      if (await isRefused(tx, group, sender)) for (const row of group.records) refused.add(row);
      else groups.push(group);
    const waiting = new Set<NewRecord>([...refused, ...groups.flatMap(({ records }) => records)]);
    rows = all.filter((row) => !waiting.has(row));
  }
}
