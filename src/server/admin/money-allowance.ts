import { stepSeconds } from '#lib/dates/calendar.ts';
import { formatDateTime } from '#lib/dates/format.ts';
import { approversOf, keysOfPerson } from '#server/domain/staff/people.ts';
import { instantOf, secondsOf, type Database } from '#server/database/database.ts';
import { readSetting } from '#server/database/settings.ts';
import type { StaffActionKind } from '#server/database/tables/staff-actions.ts';
import { PlatformError } from '#server/platform-error.ts';
import { lockLimits, movedCents, type LimitScope } from '#server/store/staff/approval-limits.ts';
import { keyOrigins } from '#server/store/staff-actions.ts';

/** How far back sums are counted. */
const windowSeconds = stepSeconds({ hours: 24 });

/**
 * The kinds that give money or claims away, whose sums count. A retry and a plan change charge a customer: of them a single sum is
 * compared with the limit of a person.
 */
const countedKinds: readonly StaffActionKind[] = ['credit', 'credit_note', 'refund', 'forgive', 'write_off'];

interface Movement {
  readonly keyId: string;
  readonly kind: StaffActionKind;
  readonly organizationId: number;
  readonly amountCents: number;
  readonly at: Date;
}

export interface Allowance {
  /** The limit that the sum would exceed; null if it may be moved now. */
  readonly exceeds: LimitScope | null;
  /** The keys that may approve it. */
  readonly approvers: readonly string[];
}

/** @throws {PlatformError} 403 while staff can move no money, because the limits were reset from the shell */
export async function requireStaffMoney(db: Database, at: Date): Promise<void> {
  const until = await readSetting(db, 'staff_money_stopped_until');
  if (until !== null && secondsOf(at) < until)
    throw new PlatformError('forbidden', `The approval limits were reset: staff can move no money until ${formatDateTime(until)}`);
}

/**
 * Whether a person may move a sum now, for the API, the command and the page of staff. The caller holds the organization's lock; from here
 * to its end the transaction is the only one that moves money of staff.
 */
export async function allowanceFor(tx: Database, { keyId, kind, organizationId, amountCents, at }: Movement): Promise<Allowance> {
  const limits = await lockLimits(tx);
  const keys = await keyOrigins(tx);
  const approvers = approversOf(keyId, keys);
  if (amountCents === 0) return { exceeds: null, approvers };
  if (!countedKinds.includes(kind)) return { exceeds: amountCents > limits.person ? 'person' : null, approvers };
  const since = instantOf(secondsOf(at) - windowSeconds);
  const moved = await movedCents(tx, { kinds: countedKinds, since, keyIds: keysOfPerson(keyId, keys), organizationId });
  const scopes: readonly LimitScope[] = ['person', 'organization', 'platform'];
  return { exceeds: scopes.find((scope) => moved[scope] + amountCents > limits[scope]) ?? null, approvers };
}
