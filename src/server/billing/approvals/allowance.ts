import { stepSeconds } from '#lib/dates/calendar.ts';
import { approversOf, keysOfPerson } from '#server/domain/staff/people.ts';
import { instantOf, secondsOf, type Database } from '#server/database/database.ts';
import { readSetting } from '#server/database/settings.ts';
import type { StaffActionKind } from '#server/database/tables/staff-actions.ts';
import { lockLimits, movedCents, type LimitScope } from '#server/store/staff/approval-limits.ts';
import { keyOrigins } from '#server/store/staff-actions.ts';

/** How far back sums are counted. */
const windowSeconds = stepSeconds({ hours: 24 });

/**
 * The kinds that give money or claims away, whose sums count. A retry and a plan change charge a customer, and a credit note on an open
 * invoice takes back what was not paid: of them a single sum is compared with the limit of a person.
 */
const countedKinds: readonly StaffActionKind[] = ['credit', 'credit_note', 'refund', 'forgive', 'write_off', 'usage_correction', 'terms'];

interface Movement {
  /** The key that acts, `command`, or another sender of usage. */
  readonly keyId: string;
  readonly kind: StaffActionKind | 'price_book';
  /** Null for an act on the whole platform. */
  readonly organizationId: number | null;
  readonly amountCents: number;
  /** The part of the amount that counts for the limits; all of it if absent. */
  readonly countedCents?: number;
  readonly at: Date;
}

export interface Allowance {
  /** The limit that the sum would exceed; null if it may be moved now. */
  readonly exceeds: LimitScope | null;
  /** The keys that may approve it. */
  readonly approvers: readonly string[];
}

/** The instant until which staff can move no money because the limits were reset from the shell; null if they can. */
export async function staffMoneyStop(db: Database, at: Date): Promise<number | null> {
  const until = await readSetting(db, 'staff_money_stopped_until');
  return until !== null && secondsOf(at) < until ? until : null;
}

/**
 * Whether a person may move a sum now, for the API, the command and the page of staff. The caller holds the organization's lock; from here
 * to its end the transaction is the only one that moves money of staff.
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
