import type { AdminCallDeclaration, AdminScope } from '#contract/admin/admin-declaration.ts';
import { instantOf, type Database } from '#server/database/database.ts';
import { PlatformError } from '#server/platform-error.ts';
import { findApiKey, touchApiKey } from '#server/store/provisioning/api-keys.ts';
import type { ActingKey } from './admin-handler.ts';
import { isKeyForm, keyHash } from './keys.ts';

/** The last use of a key is noted to this precision, so that reads seldom write. */
const touchEverySeconds = 60;

const refused = (message: string): PlatformError =>
  new PlatformError('unauthenticated', message, { headers: { 'WWW-Authenticate': 'Bearer' } });

/**
 * The key of a secret. It is looked up with every request: revoking one acts at once, in every process.
 * @param secret null where the request has none
 * @throws {PlatformError} 401
 */
export async function authenticateKey(db: Database, secret: string | null, nowSeconds: number): Promise<ActingKey> {
  if (secret === null) throw refused('Send a key of the admin API as a bearer token');
  const row = isKeyForm(secret) ? await findApiKey(db, keyHash(secret)) : null;
  if (!row) throw refused('This key is not known');
  if (row.revokedAt) throw refused('This key has been revoked');
  const now = instantOf(nowSeconds);
  if (row.expiresAt && row.expiresAt <= now) throw refused('This key has expired');
  const notedBefore = instantOf(nowSeconds - touchEverySeconds);
  if (!row.lastUsedAt || row.lastUsedAt < notedBefore) await touchApiKey(db, row.id, now, notedBefore);
  return { id: row.id, name: row.name, scopes: row.scopes as AdminScope[] };
}

/** @throws {PlatformError} 403 naming the scope that is missing */
export function requireScope(
  key: ActingKey,
  { scopes: accepted, needsAllScopes }: Pick<AdminCallDeclaration, 'scopes' | 'needsAllScopes'>,
): void {
  const missing = accepted.filter((scope) => !key.scopes.includes(scope));
  if (missing.length === 0 || (!needsAllScopes && missing.length < accepted.length)) return;
  const scopes = needsAllScopes ? missing : accepted;
  const names = scopes.join(needsAllScopes ? ' and ' : ' or ');
  throw new PlatformError('forbidden', `Your key lacks the scope ${names}`, {
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scopes[0] ?? ''}"` },
  });
}
