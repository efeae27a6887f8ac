/** Decides which API keys belong to the same person, for approvals. A key's creator knows its secret. */

export interface PersonKey {
  readonly id: string;
  readonly owner: string;
  /** Id of the key that created this key; `command` or `inspector` for a root key. */
  readonly createdBy: string;
}

/** Requester id of commands that run on the server without a key. It has no owner. */
export const COMMAND = 'command';

/** Requester id of the service token, which sends usage of one organization. It has no owner. */
export const SERVICE = 'service';

/** Tokens that members of an organization create have no owner. */
export const isOrganizationToken = (requester: string): boolean => requester.startsWith('tok_');

const isProgram = (requester: string): boolean => requester === SERVICE || isOrganizationToken(requester);

/** Lowercase, without the tag: `Ada+2@Example.com` becomes `ada@example.com`. */
export function canonicalOwner(address: string): string {
  const text = address.trim().toLowerCase();
  const at = text.lastIndexOf('@');
  const tag = text.indexOf('+');
  return tag > 0 && tag < at ? text.slice(0, tag) + text.slice(at) : text;
}

export function descendantsOf(id: string, keys: readonly PersonKey[]): Set<string> {
  const descendants = new Set<string>();
  for (let grown = true; grown;) {
    grown = false;
    for (const key of keys) {
      if (descendants.has(key.id) || key.id === id || !(key.createdBy === id || descendants.has(key.createdBy))) continue;
      descendants.add(key.id);
      grown = true;
    }
  }
  return descendants;
}

/** A key and its ancestors, root last. Includes revoked keys, because they may have created other keys. */
function pathOf(key: PersonKey, keys: ReadonlyMap<string, PersonKey>): PersonKey[] {
  const path: PersonKey[] = [];
  for (let step: PersonKey | undefined = key; step && !path.includes(step); step = keys.get(step.createdBy)) path.push(step);
  return path;
}

const byId = (keys: readonly PersonKey[]): Map<string, PersonKey> => new Map(keys.map((key) => [key.id, key]));

/** Owners of a key and its ancestors. Each of these people may know the secret of the key. */
export function ownersOf(id: string, keys: readonly PersonKey[]): Set<string> {
  const known = byId(keys);
  const key = known.get(id);
  return new Set(key ? pathOf(key, known).map(({ owner }) => canonicalOwner(owner)) : []);
}

export type ApproverFault = 'own_request' | 'same_owner' | 'made_by_requester' | 'same_person';

/** Null if the approver is allowed. Two keys belong to one person if they share a root, or an owner on their paths to the root. */
export function approverFault(approverId: string, requester: string, keys: readonly PersonKey[]): ApproverFault | null {
  if (approverId === requester) return 'own_request';
  const known = byId(keys);
  const [approver, asking] = [known.get(approverId), known.get(requester)];
  // The command can create the first key of any owner, so keys that it created cannot approve its requests.
  if (approver && requester === COMMAND) return approver.createdBy === COMMAND ? 'made_by_requester' : null;
  if (approver && isProgram(requester)) return null;
  if (!approver || !asking) return 'same_person';
  if (canonicalOwner(approver.owner) === canonicalOwner(asking.owner)) return 'same_owner';
  const [path, other] = [pathOf(approver, known), pathOf(asking, known)];
  if (path.includes(asking)) return 'made_by_requester';
  const owners = new Set(other.map(({ owner }) => canonicalOwner(owner)));
  const isOne = path.at(-1) === other.at(-1) || path.some(({ owner }) => owners.has(canonicalOwner(owner)));
  return isOne ? 'same_person' : null;
}

export const approversOf = (requester: string, keys: readonly PersonKey[]): string[] =>
  keys.filter(({ id }) => approverFault(id, requester, keys) === null).map(({ id }) => id);

/**
 * Returns the IDs of all keys of the same person. Returns only the given ID for the command, the service token and organization tokens,
 * which have no owner.
 */
export const keysOfPerson = (id: string, keys: readonly PersonKey[]): string[] => [
  id,
  ...(id === COMMAND || isProgram(id)
    ? []
    : keys.filter((key) => key.id !== id && approverFault(key.id, id, keys) !== null).map((key) => key.id)),
];
