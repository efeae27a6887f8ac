import { randomBytes } from 'node:crypto';
import { stepSeconds } from '#lib/dates/calendar.ts';
import { approversOf } from '#server/domain/staff/people.ts';
import { instantOf, type Database } from '#server/database/database.ts';
import { findOrganization } from '#server/store/organizations.ts';
import { insertApproval } from '#server/store/staff/approvals.ts';
import { keyOrigins } from '#server/store/staff-actions.ts';
import { endHeld, insertHeld, recordsOfRequest } from '#server/store/usage/held-usage.ts';
import { usageWindows } from '#server/store/usage/usage-window.ts';
import { bookRows, followBooking, windowIn, type Windows } from './book-rows.ts';
import type { HeldGroup } from './usage-review.ts';

/** Creates one approval request per group, in the order of organization IDs. The fixed order prevents deadlocks of organization locks. */
export async function holdRecords(
  tx: Database,
  groups: readonly HeldGroup[],
  windows: Windows,
  requestedBy: string,
  nowSeconds: number,
): Promise<void> {
  if (groups.length === 0) return;
  const approvers = approversOf(requestedBy, await keyOrigins(tx));
  const inOrder = groups.toSorted((one, other) => one.organizationId - other.organizationId);
  for (const { organizationId, kind, records, amountCents, reason } of inOrder) {
    const id = `apr_${randomBytes(12).toString('hex')}`;
    await insertApproval(tx, {
      id,
      organizationId,
      kind,
      subject: (await findOrganization(tx, organizationId)).slug,
      input: {
        request: id,
        reason,
        records: records.length,
        amount_cents: amountCents,
        open_from: windowIn(windows, organizationId).openFromSeconds,
      },
      amountCents,
      reason,
      requestedBy,
      requestedAt: instantOf(nowSeconds),
      approvers,
    });
    await insertHeld(tx, id, records);
  }
}

/** Maximum age in seconds at which held records are booked. It covers all periods to which held records can belong. */
const anyAgeSeconds = stepSeconds({ days: 400 });

interface HeldRequest {
  readonly organizationId: number;
  readonly approvalId: string;
  /** Earliest usage time that was accepted when the records were sent. IDs of earlier usage may have been reused since then. */
  readonly openFromSeconds: number | undefined;
}

/**
 * Books held records as if they had been booked when they arrived. This includes records that would now be too old. The caller must hold
 * the organization lock.
 * @returns the number of records, or the reason why a record cannot be booked
 */
export async function releaseRecords(
  tx: Database,
  { organizationId, approvalId, openFromSeconds }: HeldRequest,
  nowSeconds: number,
): Promise<{ readonly records: number } | { readonly problem: string }> {
  const rows = await recordsOfRequest(tx, organizationId, approvalId);
  const windows = await usageWindows(tx, [organizationId], nowSeconds, anyAgeSeconds);
  const booked = await bookRows(tx, rows, windows, openFromSeconds === undefined ? undefined : () => openFromSeconds);
  const [problem] = booked.problems.values();
  if (problem) return { problem: problem.message };
  if (booked.repeated.length > 0) return { problem: 'A record with the same id was booked since' };
  await followBooking(tx, booked, windows, nowSeconds);
  await endHeld(tx, organizationId, approvalId, 'released');
  return { records: rows.length };
}

/** The IDs of rejected records can be used again. */
export const rejectRecords = (tx: Database, organizationId: number, approvalId: string): Promise<void> =>
  endHeld(tx, organizationId, approvalId, 'rejected');
