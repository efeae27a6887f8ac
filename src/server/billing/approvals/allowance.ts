import { stepSeconds } from '#lib/dates/calendar.ts';
import { approversOf, keysOfPerson } from '#server/domain/staff/people.ts';
import { instantOf, secondsOf, type Database } from '#server/database/database.ts';
import { readSetting } from '#server/database/settings.ts';
import type { StaffActionKind } from '#server/database/tables/staff-actions.ts';
import { lockLimits, movedCents, type LimitScope } from '#server/store/staff/approval-limits.ts';
import { keyOrigins } from '#server/store/staff-actions.ts';

const windowSeconds = stepSeconds({ hours: 24 });

/** Staff actions whose amounts are summed over 24 hours before they are compared with a limit. Other actions are compared one by one. */
const countedKinds: readonly StaffActionKind[] = ['credit', 'credit_note', 'refund', 'forgive', 'write_off', 'usage_correction', 'terms'];

interface Movement {
  /** Key ID of the sender, or `command` for the CLI. */
  readonly keyId: string;
  readonly kind: StaffActionKind | 'price_book';
  /** ID of the organization; null for an action on the whole platform. */
  readonly organizationId: number | null;
  readonly amountCents: number;
  /** Part of the amount that counts for the limits, in cents. If absent, the whole amount counts. */
  readonly countedCents?: number;
  readonly at: Date;
}

export interface Allowance {
  /** Limit that the sum would exceed; null if no limit is exceeded, so no approval is needed. */
  readonly exceeds: LimitScope | null;
  readonly approvers: readonly string[];
}

/**
 * Returns the time until which staff cannot move money, because the approval limits were reset on the command line. Returns null if staff
 * can move money now.
 */
export async function staffMoneyStop(db: Database, at: Date): Promise<number | null> {
  const until = await readSetting(db, 'staff_money_stopped_until');
  return until !== null && secondsOf(at) < until ? until : null;
}

/**
 * Checks whether a staff action that moves money exceeds a limit, and locks the limits until the transaction ends.
 * The caller must hold the organization lock.
 */
export async function allowanceFor(tx: Database, movement: Movement): Promise<Allowance> {
  const { keyId, kind, organizationId, amountCents, countedCents = amountCents, at } = movement;
  const limits = await lockLimits(tx);
  const keys = await keyOrigins(tx);
  const approvers = approversOf(keyId, keys);
  if (amountCents === 0) return { exceeds: null, approvers };
  const isCounted = kind === 'price_book' || countedKinds.includes(kind);
  if (!isCounted || countedCents === 0) return { exceeds: amountCents > limits.person ? 'person' : null, approvers };
  const since = instantOf(secondsOf(at) - windowSeconds);
  const moved = await movedCents(tx, { kinds: countedKinds, since, keyIds: keysOfPerson(keyId, keys), organizationId });
  const scopes: readonly LimitScope[] = organizationId === null ? ['person', 'platform'] : ['person', 'organization', 'platform'];
  return { exceeds: scopes.find((scope) => moved[scope] + countedCents > limits[scope]) ?? null, approvers };
}
