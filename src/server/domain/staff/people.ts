/** Decides which API keys belong to the same person, for approvals. The person who creates a key knows its secret. */

export interface PersonKey {
  readonly id: string;
  readonly owner: string;
  /** Id of the key that created this key. A root key, which no key created, has `command` or `inspector`. */
  readonly createdBy: string;
}

/** Requester id of commands that run on the server without a key. This requester has no owner. */
export const COMMAND = 'command';

/** Requester id of the service token, which sends usage of one organization. This requester has no owner. */
export const SERVICE = 'service';

/** Returns whether a requester is a token that members of an organization created. Such a token has no owner. */
export const isOrganizationToken = (requester: string): boolean => requester.startsWith('tok_');

const isProgram = (requester: string): boolean => requester === SERVICE || isOrganizationToken(requester);

/** Lowercase owner address without its tag: `Ada+2@Example.com` becomes `ada@example.com`. */
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

/** Canonical owners of a key and its ancestors. Each of these people may know the secret of the key. */
export function ownersOf(id: string, keys: readonly PersonKey[]): Set<string> {
  const known = byId(keys);
  const key = known.get(id);
  return new Set(key ? pathOf(key, known).map(({ owner }) => canonicalOwner(owner)) : []);
}

export type ApproverFault = 'own_request' | 'same_owner' | 'made_by_requester' | 'same_person';

/**
 * Reason to refuse an approver; null if the approver is allowed. Two keys belong to one person if they have the same root, or if the paths
 * to their roots contain keys of the same owner.
 */
export function approverFault(approverId: string, requester: string, keys: readonly PersonKey[]): ApproverFault | null {
  if (approverId === requester) return 'own_request';
  const known = byId(keys);
  const [approver, asking] = [known.get(approverId), known.get(requester)];
  // The command can create the first key of any owner. Therefore, a key that the command created cannot approve a request of the command.
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
 * Returns the ID of the given key and the IDs of all other keys of the same person. The operator command, the service token and
 * organization tokens belong to no person. For these, the function returns only the given ID.
 */
export const keysOfPerson = (id: string, keys: readonly PersonKey[]): string[] => [
  id,
  ...(id === COMMAND || isProgram(id)
    ? []
    : keys.filter((key) => key.id !== id && approverFault(key.id, id, keys) !== null).map((key) => key.id)),
];
