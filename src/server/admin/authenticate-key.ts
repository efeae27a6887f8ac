import type { AdminCallName } from '#contract/admin/admin-calls.ts';
import type { AdminCallDeclaration, AdminScope } from '#contract/admin/admin-declaration.ts';
import { instantOf, type Database } from '#server/database/database.ts';
import { PlatformError } from '#server/platform-error.ts';
import { findApiKey, touchApiKey } from '#server/store/provisioning/api-keys.ts';
import type { ActingKey } from './admin-handler.ts';
import { isKeyForm, keyHash } from './keys.ts';
import { isWithin } from './networks.ts';

/** Minimum seconds between two updates of the time at which a key was last used, so that most requests write nothing. */
const touchEverySeconds = 60;

const refused = (message: string): PlatformError =>
  new PlatformError('unauthenticated', message, { headers: { 'WWW-Authenticate': 'Bearer' } });

export interface AuthenticatedKey extends ActingKey {
  readonly requestsPerMinute: number | null;
}

/**
 * Reads the key with every request, so that a revocation applies immediately.
 * @throws {PlatformError} 401 for an invalid key, 403 if the key may not be used from the address
 */
export async function authenticateKey(
  db: Database,
  secret: string | null,
  nowSeconds: number,
  address: string | null,
): Promise<AuthenticatedKey> {
  if (secret === null) throw refused('Send a key of the admin API as a bearer token');
  const row = isKeyForm(secret) ? await findApiKey(db, keyHash(secret)) : null;
  if (!row) throw refused('This key is unknown');
  if (row.revokedAt) throw refused('This key has been revoked');
  const now = instantOf(nowSeconds);
  if (row.expiresAt <= now) throw refused('This key has expired');
  const { id, name, organizations, addresses, requestsPerMinute } = row;
  if (addresses && address !== null && !isWithin(addresses, address))
    throw new PlatformError('forbidden', `This key may not be used from the address ${address}`);
  const notedBefore = instantOf(nowSeconds - touchEverySeconds);
  if (!row.lastUsedAt || row.lastUsedAt < notedBefore) await touchApiKey(db, id, now, notedBefore);
  return { id, name, scopes: row.scopes as AdminScope[], organizations, addresses, requestsPerMinute };
}

/** Calls without an organization slug in their path. Their handlers check which organizations the key may access. */
const checkedByHandler: ReadonlySet<AdminCallName> = new Set([
  'sendUsage',
  'forgiveInvoice',
  'writeOffInvoice',
  'retryInvoice',
  'creditInvoice',
  'refundPayment',
]);

export const mayActOn = ({ organizations }: ActingKey, slug: string): boolean => !organizations || organizations.includes(slug);

/** Refuses calls outside the organizations to which the key is limited. @throws {PlatformError} 403 */
export function requireOrganization(
  key: ActingKey,
  name: AdminCallName,
  { path }: Pick<AdminCallDeclaration, 'path'>,
  { slug }: { readonly slug?: string },
): void {
  if (!key.organizations || checkedByHandler.has(name)) return;
  if (slug === undefined || !path.includes('{slug}'))
    throw new PlatformError('forbidden', 'Your key is limited to organizations, and this call is about the whole platform');
  if (!mayActOn(key, slug)) throw new PlatformError('forbidden', `Your key is not for the organization ${slug}`);
}

/** @throws {PlatformError} 403 naming the missing scopes */
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
