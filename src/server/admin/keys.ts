import { hash, randomBytes } from 'node:crypto';
import type { AdminShape } from '#contract/admin/admin-types.ts';
import { instantOf, secondsOf } from '#server/database/database.ts';
import { invalidRequest, notFound, PlatformError } from '#server/platform-error.ts';
import { allApiKeys, insertApiKey, revokeApiKey, type ApiKeyRow } from '#server/store/provisioning/api-keys.ts';
import type { AdminHandler } from './admin-handler.ts';

const secretBytes = 32;

/** A new secret: 256 bits that say what they are, so that scanners of code find one that was published. */
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
  expires_at: seconds(row.expiresAt),
  last_used_at: seconds(row.lastUsedAt),
  revoked_at: seconds(row.revokedAt),
});

export const createKey: AdminHandler<'createKey'> = async ({ body }, { db, key, nowSeconds }) => {
  const { name, owner, scopes, expires_at: expiresAt = null } = body;
  const missing = scopes.find((scope) => !key.scopes.includes(scope));
  if (missing !== undefined) throw new PlatformError('forbidden', `Your key can't give the scope ${missing}, which it lacks`);
  if (expiresAt !== null && expiresAt <= nowSeconds) throw invalidRequest([{ path: 'body.expires_at', message: 'must be to come' }]);
  const secret = newSecret();
  const row = await insertApiKey(db, {
    id: newKeyId(),
    name,
    owner,
    scopes: [...scopes],
    tokenHash: keyHash(secret),
    createdAt: instantOf(nowSeconds),
    createdBy: key.id,
    expiresAt: expiresAt === null ? null : instantOf(expiresAt),
  });
  return { data: { ...keyView(row), key: secret } };
};

export const listKeys: AdminHandler<'listKeys'> = async (_, { db }) => ({ data: { keys: (await allApiKeys(db)).map(keyView) } });

export const revokeKey: AdminHandler<'revokeKey'> = async ({ params }, { db, key, nowSeconds }) => {
  if (!(await revokeApiKey(db, params.id, key.id, instantOf(nowSeconds)))) throw notFound('Key');
  return {};
};
