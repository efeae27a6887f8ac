/** Which keys are one person, as far as approvals are concerned: the maker of a key knows its secret. */

/** A key as far as that is concerned. */
export interface PersonKey {
  readonly id: string;
  readonly owner: string;
  /** The key that made it; `command` or `inspector` for the root of a tree. */
  readonly createdBy: string;
}

/** Who asks from the machine itself, without a key: it has no owner. */
export const COMMAND = 'command';

/** The service token, which sends usage of one organization and has no owner. */
export const SERVICE = 'service';

/** An owner's address without its tag and in small letters: `Ada+2@Example.com` is `ada@example.com`. */
export function canonicalOwner(address: string): string {
  const text = address.trim().toLowerCase();
  const at = text.lastIndexOf('@');
  const tag = text.indexOf('+');
  return tag > 0 && tag < at ? text.slice(0, tag) + text.slice(at) : text;
}

/** The keys that a key made, and those that they made. */
export function descendantsOf(id: string, keys: readonly PersonKey[]): Set<string> {
  const made = new Set<string>();
  for (let grown = true; grown;) {
    grown = false;
    for (const key of keys) {
      if (made.has(key.id) || key.id === id || !(key.createdBy === id || made.has(key.createdBy))) continue;
      made.add(key.id);
      grown = true;
    }
  }
  return made;
}

/** A key with those that it comes from, itself first and the root of its tree last. Revoked keys count: they made others. */
function pathOf(key: PersonKey, keys: ReadonlyMap<string, PersonKey>): PersonKey[] {
  const path: PersonKey[] = [];
  for (let step: PersonKey | undefined = key; step && !path.includes(step); step = keys.get(step.createdBy)) path.push(step);
  return path;
}

const byId = (keys: readonly PersonKey[]): Map<string, PersonKey> => new Map(keys.map((key) => [key.id, key]));

/** The owners, canonical, of a key and of those that it comes from: each of them can know its secret. */
export function ownersOf(id: string, keys: readonly PersonKey[]): Set<string> {
  const known = byId(keys);
  const key = known.get(id);
  return new Set(key ? pathOf(key, known).map(({ owner }) => canonicalOwner(owner)) : []);
}

/** Why a key may not approve what another one requested. */
export type ApproverFault = 'own_request' | 'same_owner' | 'made_by_requester' | 'same_person';

/**
 * Why a key may not approve what a requester asked for; null if it may. Two keys are one person if they are of one tree, or if an owner
 * of one path to a root is an owner of the other path. So no one who holds keys of several trees can approve their own request.
 * @param requester id of a key, or `command`
 */
export function approverFault(approverId: string, requester: string, keys: readonly PersonKey[]): ApproverFault | null {
  if (approverId === requester) return 'own_request';
  const known = byId(keys);
  const [approver, asking] = [known.get(approverId), known.get(requester)];
  // The command has no owner, and can make a first key for anyone.
  if (approver && requester === COMMAND) return approver.createdBy === COMMAND ? 'made_by_requester' : null;
  if (approver && requester === SERVICE) return null;
  if (!approver || !asking) return 'same_person';
  if (canonicalOwner(approver.owner) === canonicalOwner(asking.owner)) return 'same_owner';
  const [path, other] = [pathOf(approver, known), pathOf(asking, known)];
  if (path.includes(asking)) return 'made_by_requester';
  const owners = new Set(other.map(({ owner }) => canonicalOwner(owner)));
  const isOne = path.at(-1) === other.at(-1) || path.some(({ owner }) => owners.has(canonicalOwner(owner)));
  return isOne ? 'same_person' : null;
}

/** The ids of the keys that may approve what a requester asks for, of those that there are now. */
export const approversOf = (requester: string, keys: readonly PersonKey[]): string[] =>
  keys.filter(({ id }) => approverFault(id, requester, keys) === null).map(({ id }) => id);

/** The ids of all keys that are one person with a key; for the command and the service token itself alone. */
export const keysOfPerson = (id: string, keys: readonly PersonKey[]): string[] => [
  id,
  ...(id === COMMAND || id === SERVICE
    ? []
    : keys.filter((key) => key.id !== id && approverFault(key.id, id, keys) !== null).map((key) => key.id)),
];
