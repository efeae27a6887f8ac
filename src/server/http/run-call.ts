import { callTable, type CallName } from '#contract/calls.ts';
import { isRead, type CallDeclaration } from '#contract/declaration.ts';
import { schemasByName, type SchemaName } from '#contract/schemas.ts';
import { Slug } from '#contract/shapes/common.ts';
import type { CallResponse, HandlerInput } from '#contract/types.ts';
import { isAllowed } from '#lib/permissions.ts';
import type { Context } from '#server/context.ts';
import { permissionsOf } from '#server/domain/access.ts';
import { DomainError } from '#server/domain/errors.ts';
import { invalidRequest, notFound, PlatformError } from '#server/platform-error.ts';
import type { AnsweredFile, CallScope, Handler, ServiceScope } from '#server/routes/handler.ts';
import { callHandlers } from '#server/routes/handlers.ts';
import { actingAs } from '#server/database/acting.ts';
import { OrganizationClosed } from '#server/store/organization-lock.ts';
import { organizationBySlug } from '#server/store/organizations.ts';
import type { BodyRules } from './body.ts';
import { sessionEnded } from './caller.ts';
import type { Caller, Identity } from './environment.ts';
import { applySeededFault, failAsScripted, withoutScripted } from './faults.ts';
import { missingPermission } from './missing-permission.ts';
import { refuseOtherKeyForm, type RequestFacts } from './request-facts.ts';
import { validateInput } from './validate.ts';
import { validateQueryBy } from '#server/validate-input.ts';

/** An incoming call, over HTTP or in process, before validation. */
export interface RawCall extends RequestFacts {
  readonly params: Readonly<Record<string, string>>;
  readonly query: () => Readonly<Record<string, string>>;
  readonly body: (rules: BodyRules) => Promise<unknown>;
  readonly version: () => string | null;
  readonly idempotencyKey: () => string | null;
  /** Origin of the calling page if it is allowed and not the platform's own; else null. */
  readonly pageOrigin: string | null;
}

export interface CallResult<N extends CallName = CallName> {
  readonly status: number;
  readonly data: CallResponse<N>;
  /** Value of `X-Total-Count`; null if the call has none. */
  readonly totalCount: string | null;
  /** Null if the call returns no file. */
  readonly file: AnsweredFile | null;
}

interface AnyAnswer {
  readonly data?: unknown;
  readonly totalCount?: number;
  readonly status?: number;
  readonly file?: AnsweredFile;
}

/**
 * Runs one call: authenticates, finds the organization, authorizes, validates, then calls the handler. A missing organization and one that
 * the member does not belong to give the same response.
 * @throws {PlatformError} with a declared status
 */
export async function runCall<N extends CallName>(context: Context, name: N, caller: Caller, raw: RawCall): Promise<CallResult<N>> {
  const declaration: CallDeclaration = callTable[name];
  const params = paramsOf(declaration, raw);
  const slug = params.values?.['slug'] ?? Slug.safeParse(raw.params['slug']).data;
  if (declaration.access === 'service') {
    const admitted = await admitService(context, name, caller, slug, raw.requestId);
    if (!params.values) throw params.error;
    return answerTo(admitted, context, name, params.values, raw);
  }
  const identity = await caller.identify(slug);
  if (!identity) throw new PlatformError('unauthenticated', isRead(declaration) ? 'Sign in first' : sessionEnded);
  // A malformed slug is 400 for anyone signed in; other malformed parameters are reported only to members who may make the call.
  if (!params.values && slug === undefined) throw params.error;
  const { member, organization, sessionId } = identity;
  const may = authorize(context, name, declaration, identity, raw.requestId);
  if (!params.values) throw params.error;
  if (organization?.isClosed && !isRead(declaration)) throw organizationClosed();
  return answerTo({ member, organization, sessionId, may }, context, name, params.values, raw);
}

const organizationClosed = (): PlatformError =>
  new PlatformError('conflict', 'This organization is closed', { fields: [{ path: 'params.slug', message: 'is closed' }] });

async function answerTo<N extends CallName>(
  admitted: Admitted,
  context: Context,
  name: N,
  params: Record<string, string>,
  raw: RawCall,
): Promise<CallResult<N>> {
  const declaration: CallDeclaration = callTable[name];
  const { member, organization, sessionId, may } = admitted;
  const { db, config, paymentContext, clock } = context;
  const { requestId, callerRequestId, pageOrigin, origin } = raw;
  refuseOtherVersion(declaration, raw);
  const idempotencyKey = idempotencyKeyOf(declaration, raw);
  const query = validateQueryBy(declaration.query && schemasByName[declaration.query], raw.query());
  const body = declaration.body ? validateInput('body', declaration.body, await raw.body(declaration)) : undefined;
  const fault = isRead(declaration) ? context.faults.get(params['slug'] ?? '') : undefined;
  if (fault) await applySeededFault(fault);
  failAsScripted(context, name);

  const input = { params, query, body };
  const scope = {
    db,
    config,
    paymentContext,
    member,
    sessionId,
    organization,
    may,
    nowSeconds: clock.nowSeconds(),
    idempotencyKey,
    requestId,
    pageOrigin,
    origin,
    served: <T extends string>(extensions: readonly T[]) => withoutScripted(context, extensions),
  };
  const handler: Handler<N> = callHandlers[name];
  const run = (): Promise<AnyAnswer> => handler(input as unknown as HandlerInput<N>, scope as CallScope<N>);
  const actor = { memberId: member?.id ?? null, username: member?.username ?? null, call: name, requestId, callerRequestId };
  const answer: AnyAnswer = await (isRead(declaration) ? run() : actingAs(actor, run)).catch((error: unknown) => {
    if (error instanceof OrganizationClosed) throw organizationClosed();
    throw isUnpriced(error) ? unpriced(context, error, { call: name, organization: organization?.id, requestId }) : error;
  });
  if (config.validateResponses && declaration.response) refuseUndeclared(name, declaration.response, answer.data);
  return {
    status: answer.status ?? declaration.success,
    data: answer.data as CallResponse<N>,
    totalCount: answer.totalCount === undefined ? null : String(answer.totalCount),
    file: answer.file ?? null,
  };
}

const isUnpriced = (error: unknown): error is DomainError => error instanceof DomainError && error.code === 'price_by_contract';

/** Logs an alert for operators: the contract has no price for something that the organization uses. */
function unpriced({ log }: Context, error: DomainError, about: Readonly<Record<string, unknown>>): PlatformError {
  log.error({ event: 'organization_unpriced', ...about, field: error.field }, 'a price is missing for what an organization uses');
  const message = `Costs can't be calculated: ${error.message}. Contact support.`;
  return new PlatformError('rule_violated', message, { cause: error });
}

type Params = { readonly values: Record<string, string> } | { readonly values: null; readonly error: unknown };

/** Validates the path parameters. Returns an error instead of throwing it, because only authorized members may see it. */
function paramsOf(declaration: CallDeclaration, raw: RawCall): Params {
  try {
    return { values: declaration.params ? (validateInput('params', declaration.params, raw.params) as Record<string, string>) : {} };
  } catch (error) {
    return { values: null, error };
  }
}

interface Admitted {
  readonly member: Identity['member'] | null;
  readonly organization: Identity['organization'] | ServiceScope;
  readonly sessionId: Identity['sessionId'];
  readonly may: CallScope<CallName>['may'];
}

/** Authenticates a program by the service token; a member's session is not accepted. */
async function admitService(
  context: Context,
  name: CallName,
  caller: Caller,
  slug: string | undefined,
  requestId: string,
): Promise<Admitted> {
  const { serviceToken, previous } = context.config;
  if (![serviceToken, previous.serviceToken].some((secret) => secret !== null && caller.holds(secret))) {
    const identity = await caller.identify();
    if (!identity) throw new PlatformError('unauthenticated', 'This call needs the service token');
    context.log.info({ event: 'access_denied', call: name, member: identity.member.id, requestId }, 'a member called for a program');
    throw new PlatformError('forbidden', 'This call is for programs that hold the service token');
  }
  const organization = slug === undefined ? null : await organizationBySlug(context.db, slug);
  if (!organization && slug !== undefined) throw notFound('Organization');
  return { member: null, organization, sessionId: null, may: () => false };
}

function authorize(
  context: Context,
  name: CallName,
  { access }: CallDeclaration,
  identity: Identity,
  requestId: string,
): CallScope<CallName>['may'] {
  const { member, organization } = identity;
  const grants = organization ? permissionsOf(organization.role, organization.slug) : [];
  const may: CallScope<CallName>['may'] = (required) => organization !== null && isAllowed(grants, organization.slug, required);
  if (access === 'session') return may;
  if (!organization) {
    context.log.info({ event: 'access_denied', call: name, member: member.id, requestId }, 'no such organization for this member');
    throw notFound('Organization');
  }
  if (access === 'member' || access === 'service' || may(access)) return may;
  context.log.info(
    {
      event: 'access_denied',
      call: name,
      member: member.id,
      organization: organization.id,
      requestId,
      action: access.action,
      resource: access.resource,
    },
    'permission is missing',
  );
  throw new PlatformError('forbidden', missingPermission(name));
}

function refuseOtherVersion(declaration: CallDeclaration, raw: RawCall): void {
  const version = declaration.version && raw.version();
  if (version === declaration.version) return;
  throw invalidRequest([{ path: 'header.Version', message: version === null ? 'is required' : `must be ${declaration.version}` }]);
}

/** Returns the `Idempotency-Key`; null for reads and requests without one. */
function idempotencyKeyOf(declaration: CallDeclaration, raw: RawCall): string | null {
  const idempotencyKey = isRead(declaration) ? null : raw.idempotencyKey();
  if (declaration.idempotent) refuseOtherKeyForm(idempotencyKey);
  return idempotencyKey;
}

function refuseUndeclared(name: CallName, schema: SchemaName, data: unknown): void {
  const result = schemasByName[schema].safeParse(data);
  if (!result.success) throw new Error(`The answer of ${name} is not what the contract declares`, { cause: result.error });
}
