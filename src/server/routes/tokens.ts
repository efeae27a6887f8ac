import { hash } from 'node:crypto';
import { tokenLimits } from '#contract/limits.ts';
import { organizationUpdate, subscriptionsWrite } from '#contract/permissions.ts';
import type { Shape } from '#contract/types.ts';
import { stepFrom } from '#lib/dates/calendar.ts';
import { isAllowed } from '#lib/permissions.ts';
import { tokensTexts } from '#lib/texts/tokens.ts';
import { instantOf, secondsOf, type Database } from '#server/database/database.ts';
import { permissionsOf } from '#server/domain/access.ts';
import { limitRefusal } from '#server/payments/recipients.ts';
import { invalidRequest, notFound, PlatformError } from '#server/platform-error.ts';
import { countOne, type Limit } from '#server/store/limits.ts';
import { writeNotice } from '#server/store/notices/write-notice-once.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { roleOf } from '#server/store/organizations.ts';
import { projectNames } from '#server/store/projects.ts';
import {
  countTokens,
  findTokenOfRequest,
  insertToken,
  revokeToken as revoke,
  tokensOf,
  type ListedToken,
  type TokenRow,
} from '#server/store/tokens/organization-tokens.ts';
import { hashTokenText, newTokenId, newTokenSecret, tokenText } from '#server/store/tokens/token-text.ts';
import type { CallScope, Handler } from './handler.ts';

type Body = Shape<'TokenRequest'>;
type Scope = CallScope<'createToken'>;

/** Maximum number of listed tokens. Tokens that end last are listed first, so that the limit never omits a token that is still valid. */
const mostListed = 200;

const secondsOrNull = (at: Date | null): number | null => at && secondsOf(at);

const tokenView = ({ token, madeBy, projectName }: ListedToken): Shape<'Token'> => ({
  id: token.id,
  name: token.name,
  scopes: token.scopes,
  project_ref: token.projectRef,
  project_name: projectName,
  created_at: secondsOf(token.createdAt),
  created_by: madeBy,
  expires_at: secondsOf(token.endsAt),
  creator_left_at: secondsOrNull(token.creatorLeftAt),
  revoked_at: secondsOrNull(token.revokedAt),
  last_used_at: secondsOrNull(token.lastUsedAt),
});

export const listTokens: Handler<'listTokens'> = async (_, { db, organization }) => ({
  data: { tokens: (await tokensOf(db, organization.id, mostListed)).map(tokenView) },
});

/** @throws {PlatformError} 400 if the end is in the past or more than a year ahead */
function requireEnd({ expires_at: endSeconds }: Body, nowSeconds: number): void {
  const refuse = (message: string): never => {
    throw invalidRequest([{ path: 'body.expires_at', message }]);
  };
  if (endSeconds <= nowSeconds) refuse('must be in the future');
  if (endSeconds > stepFrom(nowSeconds, { months: 12 })) refuse('must be at most a year ahead');
}

/** Returns null if `ref` is null. @throws {PlatformError} 422 for a project of another organization */
async function nameOfProject(db: Database, organizationId: number, ref: string | null): Promise<string | null> {
  if (ref === null) return null;
  const name = (await projectNames(db, organizationId, [ref])).get(ref);
  if (name !== undefined) return name;
  const message = 'is not a project of this organization';
  throw new PlatformError('rule_violated', `project_ref: ${message}`, { fields: [{ path: 'body.project_ref', message }] });
}

/** Maximum number of new tokens per organization and hour. The number is limited, because each new token causes emails. */
const newTokens: Limit = { name: 'new_tokens', most: 20, seconds: 3600 };

/** @throws {PlatformError} 422 if the organization has too many tokens, 429 if it created too many within an hour */
async function requireRoom(tx: Database, organizationId: number, nowSeconds: number): Promise<void> {
  if ((await countTokens(tx, organizationId, instantOf(nowSeconds))) >= tokenLimits.live)
    throw new PlatformError('rule_violated', `An organization can have ${tokenLimits.live} tokens. Revoke one that is no longer used.`);
  const counted = await countOne(tx, newTokens, String(organizationId));
  if (counted.count > newTokens.most)
    throw limitRefusal(`An organization can create ${newTokens.most} tokens an hour.`, counted, nowSeconds);
}

/**
 * Returns a hash by which a repeated request is recognized, and a function that derives the same token secrets for each repetition.
 * Returns null without an idempotency key.
 */
function repeatOf({ organization, member, idempotencyKey, secrets }: Scope) {
  if (idempotencyKey === null) return null;
  const place = `${organization.id}\0${member.id}\0${idempotencyKey}`;
  return {
    requestHash: hash('sha256', place, 'base64url'),
    secretsOf: (tokenId: string): readonly string[] => secrets.derive(`organization token\0${tokenId}\0${place}`),
  };
}

type Repeat = NonNullable<ReturnType<typeof repeatOf>>;

const isSameRequest = ({ name, scopes, projectRef, endsAt, creatorLeftAt, revokedAt }: TokenRow, body: Body): boolean =>
  name === body.name &&
  JSON.stringify(scopes) === JSON.stringify(body.scopes) &&
  projectRef === (body.project_ref ?? null) &&
  (creatorLeftAt !== null || revokedAt !== null || secondsOf(endsAt) === body.expires_at);

/** @throws {PlatformError} 422 for a different request, 409 if the token has ended or its text cannot be derived */
function repeatedText(row: TokenRow, body: Body, { secretsOf }: Repeat, nowSeconds: number): string {
  if (!isSameRequest(row, body))
    throw new PlatformError('idempotency_key_reused', 'This Idempotency-Key was used for another request', {
      fields: [{ path: 'header.Idempotency-Key', message: 'was used for another request' }],
    });
  if (secondsOf(row.endsAt) <= nowSeconds)
    throw new PlatformError('conflict', 'This request has created a token that has ended. Use another Idempotency-Key.');
  const text = secretsOf(row.id)
    .map((secret) => tokenText(row.organizationId, secret))
    .find((each) => hashTokenText(each) === row.tokenHash);
  if (text !== undefined) return text;
  throw new PlatformError('conflict', 'This request has created a token whose text can no longer be shown. Revoke it and create another.');
}

/** Reads the role again under the organization lock. @throws {PlatformError} 404 for a former member, 403 for a lost permission */
async function requireCreator(tx: Database, { organization, member }: Scope): Promise<void> {
  const role = await roleOf(tx, organization.id, member.id);
  if (role === null) throw notFound('Organization');
  const grants = permissionsOf(role, organization.slug);
  if (![organizationUpdate, subscriptionsWrite].every((required) => isAllowed(grants, organization.slug, required)))
    throw new PlatformError('forbidden', tokensTexts.noWrite);
}

async function createNew(tx: Database, body: Body, scope: Scope, repeat: Repeat | null) {
  const { organization, member, nowSeconds } = scope;
  requireEnd(body, nowSeconds);
  const projectName = await nameOfProject(tx, organization.id, body.project_ref ?? null);
  await requireRoom(tx, organization.id, nowSeconds);
  const id = newTokenId();
  const text = tokenText(organization.id, repeat?.secretsOf(id)[0] ?? newTokenSecret());
  const token = await insertToken(tx, {
    id,
    organizationId: organization.id,
    name: body.name,
    scopes: body.scopes,
    projectRef: body.project_ref ?? null,
    tokenHash: hashTokenText(text),
    requestHash: repeat?.requestHash ?? null,
    createdBy: member.id,
    createdAt: instantOf(nowSeconds),
    endsAt: instantOf(body.expires_at),
  });
  const facts = { name: token.name, scopes: token.scopes, projectName, endsAt: body.expires_at, by: member.username };
  await writeNotice(tx, { organizationId: organization.id, kind: 'token_created', key: token.id, atSeconds: nowSeconds, facts });
  return { token, text, projectName };
}

export const createToken: Handler<'createToken'> = async ({ body }, scope) => {
  const { db, organization, member, sessionId, nowSeconds, paymentContext } = scope;
  // A provider's bearer token lives for hours, so it must not create an organization token that lives for a year.
  if (sessionId === null) throw new PlatformError('forbidden', 'Only a member who is signed in to the page can create a token');
  const repeat = repeatOf(scope);
  const { text, ...created } = await db.transaction(async (tx) => {
    await lockOrganization(tx, organization.id);
    await requireCreator(tx, scope);
    const earlier = repeat && (await findTokenOfRequest(tx, { organizationId: organization.id, requestHash: repeat.requestHash }));
    if (!earlier) return createNew(tx, body, scope, repeat);
    const text = repeatedText(earlier, body, repeat, nowSeconds);
    return { token: earlier, text, projectName: await nameOfProject(tx, organization.id, earlier.projectRef) };
  });
  paymentContext.wake();
  return { data: { ...tokenView({ ...created, madeBy: member.username }), token: text } };
};

export const revokeToken: Handler<'revokeToken'> = async ({ params }, { db, organization, nowSeconds }) => {
  const isKnown = await db.transaction(async (tx) => {
    await lockOrganization(tx, organization.id);
    return revoke(tx, { organizationId: organization.id, id: params.token_id }, instantOf(nowSeconds));
  });
  if (!isKnown) throw notFound('Token');
  return {};
};
