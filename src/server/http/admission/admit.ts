import { callTable, type CallName } from '#contract/calls.ts';
import { isRead, type CallDeclaration, type RequiredPermission } from '#contract/declaration.ts';
import { subscriptionsRead } from '#contract/permissions.ts';
import { tokenAccessOf } from '#contract/token-access.ts';
import { isAllowed } from '#lib/permissions.ts';
import type { Context } from '#server/context.ts';
import { permissionsOf, type CallingToken } from '#server/domain/access.ts';
import { sessionEnded } from '#server/http/caller.ts';
import type { Caller, Identity } from '#server/http/environment.ts';
import { missingPermission } from '#server/http/missing-permission.ts';
import { notFound, PlatformError } from '#server/platform-error.ts';
import type { CallScope, ServiceScope } from '#server/routes/handler.ts';
import { organizationBySlug } from '#server/store/organizations.ts';

export interface Admitted {
  readonly member: Identity['member'] | null;
  readonly organization: Identity['organization'] | ServiceScope;
  readonly sessionId: Identity['sessionId'];
  /** Organization token of the calling program; null if the caller is a member or uses the service token. */
  readonly token: CallingToken | null;
  readonly may: CallScope<CallName>['may'];
}

interface Admission {
  readonly name: CallName;
  /** Slug of the organization; undefined if the path has no slug or a malformed slug. */
  readonly slug: string | undefined;
  readonly requestId: string;
  /** Throws the error of a malformed path. The error is thrown only after the caller is authenticated. */
  readonly refuseMalformed: () => void;
}

/** An unknown organization gets the same response as a forbidden organization. @throws {PlatformError} 400, 401, 403, 404 */
export async function admitCaller(context: Context, caller: Caller, admission: Admission): Promise<Admitted> {
  const declaration: CallDeclaration = callTable[admission.name];
  const token = await caller.token();
  if (token) return admitToken(context, token, admission);
  if (declaration.access === 'service') return admitService(context, caller, admission);
  const identity = await caller.identify(admission.slug);
  if (!identity) throw new PlatformError('unauthenticated', isRead(declaration) ? 'Sign in first' : sessionEnded);
  if (admission.slug === undefined) admission.refuseMalformed();
  const { member, organization, sessionId } = identity;
  return { member, organization, sessionId, token: null, may: authorize(context, declaration, identity, admission) };
}

const logDenied = ({ log }: Context, { name, requestId }: Admission, about: Readonly<Record<string, unknown>>, why: string): void =>
  log.info({ event: 'access_denied', call: name, ...about, requestId }, why);

/** Checks that an organization token may make a call. The result lets the handler check whether the token may also read costs. */
function admitToken(context: Context, token: CallingToken, admission: Admission): Admitted {
  const { name, slug } = admission;
  const access = tokenAccessOf(name);
  const { organization, scopes, projectRef, id } = token;
  const deny = (why: string, message: string, headers: Readonly<Record<string, string>> = {}): PlatformError => {
    logDenied(context, admission, { tokenId: id, organization: organization.id }, why);
    return new PlatformError('forbidden', message, { headers });
  };
  if (!access) throw deny('a token called for a member', 'Only members can make this call, not tokens');
  if (slug === undefined) admission.refuseMalformed();
  if (slug !== organization.slug) throw notFound('Organization');
  if (!scopes.includes(access.scope))
    throw deny('scope is missing', `This token lacks the scope ${access.scope}`, {
      'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${access.scope}"`,
    });
  if (projectRef !== null && access.project === undefined)
    throw deny('the token is for one project', 'This token is limited to one project, and this call is about the whole organization');
  const may = ({ action, resource }: RequiredPermission): boolean =>
    scopes.includes('billing:read') && action === subscriptionsRead.action && resource === subscriptionsRead.resource;
  return { member: null, organization, sessionId: null, token, may };
}

/** A member's session is not accepted here. */
async function admitService(context: Context, caller: Caller, admission: Admission): Promise<Admitted> {
  const { serviceToken, previous } = context.config;
  if (![serviceToken, previous.serviceToken].some((secret) => secret !== null && caller.holds(secret))) {
    const identity = await caller.identify();
    if (!identity) throw new PlatformError('unauthenticated', 'This call needs an organization token');
    logDenied(context, admission, { member: identity.member.id }, 'a member called for a program');
    throw new PlatformError('forbidden', 'This call is for programs that hold an organization token');
  }
  const { slug } = admission;
  const organization = slug === undefined ? null : await organizationBySlug(context.db, slug);
  if (!organization && slug !== undefined) throw notFound('Organization');
  return { member: null, organization, sessionId: null, token: null, may: () => false };
}

function authorize(
  context: Context,
  { access, alsoNeeds }: CallDeclaration,
  { member, organization }: Identity,
  admission: Admission,
): Admitted['may'] {
  const grants = organization ? permissionsOf(organization.role, organization.slug) : [];
  const may: Admitted['may'] = (required) => organization !== null && isAllowed(grants, organization.slug, required);
  if (access === 'session') return may;
  if (!organization) {
    logDenied(context, admission, { member: member.id }, 'no such organization for this member');
    throw notFound('Organization');
  }
  const required = [access, alsoNeeds].filter((each) => typeof each === 'object');
  const missing = required.find((each) => !may(each));
  if (!missing) return may;
  logDenied(context, admission, { member: member.id, organization: organization.id, ...missing }, 'permission is missing');
  throw new PlatformError('forbidden', missingPermission(admission.name));
}
