/** What staff do to money: how members read it, and who may allow what is above the limit: another person than who asks. */
import { formatCents } from '#lib/money.ts';
import { planNames } from '#lib/plan-names.ts';
import type { PlanId } from '#server/domain/plans.ts';

/** What staff did to money, as members read it. */
export const staffWords = {
  credit: (cents: number, reason: string) => `Credit of ${formatCents(cents)}: ${reason}`,
  forgive: (_: number, reason: string) => `Forgiven: ${reason}`,
  write_off: (_: number, reason: string) => `Written off: ${reason}`,
  retry: (_: number, reason: string) => `Payment retried: ${reason}`,
  credit_note: (cents: number, reason: string) => `Credit note of ${formatCents(cents)}: ${reason}`,
  refund: (cents: number, reason: string) => `Refund of ${formatCents(cents)}: ${reason}`,
  plan_change: (_: number, reason: string, what: string) => `${what}: ${reason}`,
} as const satisfies Readonly<Record<string, (cents: number, reason: string, what: string) => string>>;

/** Describes a plan change by staff for members. */
export function planChangeWords({
  plan,
  spend_cap: capOn,
}: {
  readonly plan?: PlanId | undefined;
  readonly spend_cap?: boolean | undefined;
}): string {
  const cap = capOn === undefined ? '' : `spend cap ${capOn ? 'on' : 'off'}`;
  if (plan === undefined) return `Turned the ${cap}`;
  return `Plan changed to ${planNames[plan]}${cap && ` with the ${cap}`}`;
}

/** A key as far as that goes. */
export type ApproverKey = {
  readonly id: string;
  readonly owner: string;
  /** The key that made it, or `command`. */
  readonly createdBy: string;
};

/** What asks from the machine itself, without a key: it has no owner. */
export const COMMAND = 'command';

/** One person's address is one owner, however its letters are written. */
const sameOwner = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** Why a key may not allow what another one asks for; null where it may. */
export type ApproverFault = 'own_request' | 'same_owner' | 'made_by_requester';

/** The keys that a requester has made: with any key of the same owner, and with those that such keys have made. */
function madeBy(isRequester: (key: ApproverKey) => boolean, keys: readonly ApproverKey[]): Set<string> {
  const requesterKeyIds = new Set(keys.filter(isRequester).map(({ id }) => id));
  const made = new Set<string>();
  for (let grown = true; grown;) {
    grown = false;
    for (const { id, createdBy } of keys) {
      if (made.has(id) || !(requesterKeyIds.has(createdBy) || made.has(createdBy))) continue;
      made.add(id);
      grown = true;
    }
  }
  return made;
}

/**
 * Why a key may not allow what a requester asks for. The command can make keys for anyone, so none that it has made allows what it asks
 * for; those that such keys have made do.
 * @param requester id of a key, or `command`
 */
export function approverFault(approver: ApproverKey, requester: string, keys: readonly ApproverKey[]): ApproverFault | null {
  if (approver.id === requester) return 'own_request';
  if (requester === COMMAND) return approver.createdBy === COMMAND ? 'made_by_requester' : null;
  const owner = keys.find(({ id }) => id === requester)?.owner ?? '';
  const isRequester = (key: ApproverKey): boolean => sameOwner(key.owner, owner);
  if (isRequester(approver)) return 'same_owner';
  return madeBy(isRequester, keys).has(approver.id) ? 'made_by_requester' : null;
}

/** The ids of the keys that may allow what a requester asks for, of those that are there now. */
export const approversOf = (requester: string, keys: readonly ApproverKey[]): string[] =>
  keys.filter((key) => approverFault(key, requester, keys) === null).map(({ id }) => id);
