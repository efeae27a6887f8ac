import { hash, randomBytes } from 'node:crypto';
import type { AdminScope } from '#contract/admin/admin-declaration.ts';
import type { AdminShape } from '#contract/admin/admin-types.ts';
import { stepSeconds } from '#lib/dates/calendar.ts';
import { descendantsOf } from '#server/domain/staff/people.ts';
import { instantOf, secondsOf, type Database } from '#server/database/database.ts';
import { invalidRequest, notFound, PlatformError } from '#server/platform-error.ts';
import { allApiKeys, insertApiKey, revokeApiKeys, type ApiKeyRow } from '#server/store/provisioning/api-keys.ts';
import { countOne, type Limit } from '#server/store/limits.ts';
import { tellMoneyOwners } from '#server/store/staff/platform-emails.ts';
import { withdrawApprovals } from '#server/store/staff/approvals.ts';
import type { ActingKey, AdminHandler } from './admin-handler.ts';
import { pageOfAll } from './lists/list-page.ts';
import { areWithin } from './networks.ts';

const secretBytes = 32;

/** Returns a new secret: 256 bits with a prefix that secret scanners recognize. */
const newSecret = (): string => `bk_${randomBytes(secretBytes).toString('base64url')}`;

const keyForm = /^bk_[A-Za-z0-9_-]{30,}$/;

export const isKeyForm = (text: string): boolean => keyForm.test(text);

export const keyHash = (secret: string): string => hash('sha256', secret, 'base64url');

const newKeyId = (): string => `key_${randomBytes(9).toString('hex')}`;

const seconds = (at: Date | null): number | null => (at === null ? null : secondsOf(at));

const keyView = (row: ApiKeyRow): AdminShape<'AdminKey'> => ({
  id: row.id,
  name: row.name,
  owner: row.owner,
  scopes: row.scopes as AdminShape<'AdminKey'>['scopes'],
  created_at: secondsOf(row.createdAt),
  expires_at: secondsOf(row.expiresAt),
  organizations: row.organizations,
  addresses: row.addresses,
  requests_per_minute: row.requestsPerMinute,
  last_used_at: seconds(row.lastUsedAt),
  revoked_at: seconds(row.revokedAt),
});

/** Maximum lifetime of a key in seconds, also used if the request sets no expiry. */
export const longestKeySeconds = stepSeconds({ days: 400 });

/** @throws {PlatformError} 400 if the expiry is in the past or too far ahead */
function requireEnd(expiresAt: number, nowSeconds: number): void {
  const refuse = (message: string): never => {
    throw invalidRequest([{ path: 'body.expires_at', message }]);
  };
  if (expiresAt <= nowSeconds) refuse('must be to come');
  if (expiresAt > nowSeconds + longestKeySeconds) refuse('must be at most 400 days ahead');
}

/** Returns the networks of a new key, which must lie within the networks of the creating key. @throws {PlatformError} 403 */
function addressesFor({ addresses: keyAddresses }: ActingKey, wanted: readonly string[] | null): string[] | null {
  if (keyAddresses && wanted && !areWithin(wanted, keyAddresses))
    throw new PlatformError('forbidden', 'Your key can grant only addresses that it has itself', {
      fields: [{ path: 'body.addresses', message: 'must lie within the addresses of your key' }],
    });
  const addresses = wanted ?? keyAddresses;
  return addresses ? [...addresses] : null;
}

const powerful: ReadonlySet<AdminScope> = new Set(['money', 'keys']);

/** Maximum number of keys with the scope `money` or `keys` that one key can create per hour. Each new key causes emails. */
export const powerfulKeys: Limit = { name: 'powerful_keys', most: 60, seconds: 3600 };

/** Queues email to owners of `money` keys about a new `money` or `keys` key. @throws {PlatformError} 429 after too many new keys */
async function tellOwners(tx: Database, maker: ActingKey, row: ApiKeyRow): Promise<void> {
  if (!row.scopes.some((scope) => powerful.has(scope as AdminScope))) return;
  const { id, name, owner, scopes, createdAt, expiresAt } = row;
  if (maker.id.startsWith('key_')) {
    const { count, endsInSeconds } = await countOne(tx, powerfulKeys, maker.id);
    if (count > powerfulKeys.most)
      throw new PlatformError(
        'too_many_requests',
        `Your key has created ${powerfulKeys.most} keys with the scopes money or keys within an hour`,
        {
          headers: { 'Retry-After': String(endsInSeconds) },
        },
      );
  }
  const facts = { id, name, owner, scopes, made_by: maker.id, expires_at: secondsOf(expiresAt) };
  await tellMoneyOwners(tx, { kind: 'key_created', key: id, facts, atSeconds: secondsOf(createdAt), exceptKey: id });
}

export const createKey: AdminHandler<'createKey'> = async ({ body }, { db, key, nowSeconds }) => {
  const { name, owner, scopes, expires_at: expiresAt, organizations = null, addresses = null, requests_per_minute: rate = null } = body;
  const missing = scopes.find((scope) => !key.scopes.includes(scope));
  if (missing !== undefined) throw new PlatformError('forbidden', `Your key can't grant the scope ${missing}, which it lacks`);
  requireEnd(expiresAt, nowSeconds);
  const secret = newSecret();
  const newKey = {
    id: newKeyId(),
    name,
    owner,
    scopes: [...scopes],
    tokenHash: keyHash(secret),
    createdAt: instantOf(nowSeconds),
    createdBy: key.id,
    expiresAt: instantOf(expiresAt),
    organizations,
    addresses: addressesFor(key, addresses),
    requestsPerMinute: rate,
  };
  const row = await db.transaction(async (tx) => {
    const inserted = await insertApiKey(tx, newKey);
    await tellOwners(tx, key, inserted);
    return inserted;
  });
  return { data: { ...keyView(row), key: secret } };
};

export const listKeys: AdminHandler<'listKeys'> = async ({ query }, { db }) => {
  const { rows, next_cursor } = pageOfAll(await allApiKeys(db), query, ({ createdAt, id }) => ({ order: createdAt.getTime(), id }));
  return { data: { keys: rows.map(keyView), next_cursor } };
};

export const revokeKey: AdminHandler<'revokeKey'> = ({ params, query }, { db, key, nowSeconds }) =>
  db.transaction(async (tx) => {
    const known = await allApiKeys(tx);
    if (!known.some(({ id }) => id === params.id)) throw notFound('Key');
    const descendants = descendantsOf(params.id, known);
    const ids = query.descendants === 'true' ? [params.id, ...descendants] : [params.id];
    const at = instantOf(nowSeconds);
    await revokeApiKeys(tx, ids, key.id, at);
    await withdrawApprovals(tx, ids, key.id, at);
    if (descendants.size === 0) return { status: 204 };
    return { data: { keys: (await allApiKeys(tx)).filter(({ id }) => descendants.has(id)).map(keyView) } };
  });
