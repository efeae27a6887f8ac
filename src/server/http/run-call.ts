import { callTable, type CallName } from '#contract/calls.ts';
import { isRead, type CallDeclaration } from '#contract/declaration.ts';
import { schemasByName, type SchemaName } from '#contract/schemas.ts';
import { Slug } from '#contract/shapes/common.ts';
import { tokenAccessOf } from '#contract/token-access.ts';
import type { CallResponse, HandlerInput } from '#contract/types.ts';
import type { Context } from '#server/context.ts';
import type { CallingToken } from '#server/domain/access.ts';
import { DomainError } from '#server/domain/errors.ts';
import { invalidRequest, PlatformError } from '#server/platform-error.ts';
import type { AnsweredFile, CallScope, Handler } from '#server/routes/handler.ts';
import { callHandlers } from '#server/routes/handlers.ts';
import { actingAs } from '#server/database/acting.ts';
import { OrganizationClosed } from '#server/store/organization-lock.ts';
import type { BodyRules } from './body.ts';
import { admitCaller, type Admitted } from './admission/admit.ts';
import type { Caller } from './environment.ts';
import { applySeededFault, failAsScripted, withoutScripted } from './faults.ts';
import { refuseOtherKeyForm, type RequestFacts } from './request-facts.ts';
import { validateInput } from './validate.ts';
import { validateQueryBy } from '#server/validate-input.ts';

export interface RawCall extends RequestFacts {
  readonly params: Readonly<Record<string, string>>;
  readonly query: () => Readonly<Record<string, string>>;
  readonly body: (rules: BodyRules) => Promise<unknown>;
  readonly version: () => string | null;
  readonly idempotencyKey: () => string | null;
  /** Origin of the calling page if it is an allowed origin other than the platform's; otherwise null. */
  readonly pageOrigin: string | null;
}

export interface CallResult<N extends CallName = CallName> {
  readonly status: number;
  readonly data: CallResponse<N>;
  /** Value of the header `X-Total-Count`; null if the call has no total. */
  readonly totalCount: string | null;
  readonly file: AnsweredFile | null;
}

interface AnyAnswer {
  readonly data?: unknown;
  readonly totalCount?: number;
  readonly status?: number;
  readonly file?: AnsweredFile;
}

/** The caller is authorized before the input is validated. @throws {PlatformError} with a status that the contract declares */
export async function runCall<N extends CallName>(context: Context, name: N, caller: Caller, raw: RawCall): Promise<CallResult<N>> {
  const declaration: CallDeclaration = callTable[name];
  const params = paramsOf(declaration, raw);
  const slug = params.values?.['slug'] ?? Slug.safeParse(raw.params['slug']).data;
  // A signed-in caller gets 400 for a malformed slug; errors of other parameters are reported only to callers who may make the call.
  const refuseMalformed = (): void => {
    if (!params.values) throw params.error;
  };
  const admitted = await admitCaller(context, caller, { name, slug, requestId: raw.requestId, refuseMalformed });
  if (!params.values) throw params.error;
  const { organization } = admitted;
  if (organization && 'isClosed' in organization && organization.isClosed && !isRead(declaration)) throw organizationClosed();
  return answerTo(admitted, context, name, params.values, raw);
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
  const { member, organization, sessionId, token, may } = admitted;
  const { db, config, paymentContext, clock, secrets } = context;
  const { requestId, callerRequestId, pageOrigin, origin } = raw;
  refuseOtherVersion(declaration, raw);
  const idempotencyKey = idempotencyKeyOf(declaration, raw);
  const query = validateQueryBy(declaration.query && schemasByName[declaration.query], raw.query());
  if (token) requireProject(token, name, query);
  const body = declaration.body ? validateInput('body', declaration.body, await raw.body(declaration)) : undefined;
  const fault = isRead(declaration) ? context.faults.get(params['slug'] ?? '') : undefined;
  if (fault) await applySeededFault(fault);
  failAsScripted(context, name);

  const input = { params, query, body };
  const scope = {
    db,
    config,
    paymentContext,
    secrets,
    member,
    sessionId,
    organization,
    token,
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
  const author = token ? { username: `token:${token.name}`, tokenId: token.id } : { username: member?.username ?? null };
  const actor = { memberId: member?.id ?? null, ...author, call: name, requestId, callerRequestId };
  const answer: AnyAnswer = await (isRead(declaration) ? run() : actingAs(actor, run)).catch((error: unknown) => {
    if (error instanceof OrganizationClosed) throw organizationClosed();
    throw isUnpriced(error) ? unpriced(context, error, { call: name, organization: organization?.id, requestId }) : error;
  });
  if (config.validateResponses && declaration.response && !answer.file) refuseUndeclared(name, declaration.response, answer.data);
  return {
    status: answer.status ?? declaration.success,
    data: answer.data as CallResponse<N>,
    totalCount: answer.totalCount === undefined ? null : String(answer.totalCount),
    file: answer.file ?? null,
  };
}

const isUnpriced = (error: unknown): error is DomainError => error instanceof DomainError && error.code === 'price_by_contract';

/** The organization uses something without a price, so the missing contract price is also logged as an alert. */
function unpriced({ log }: Context, error: DomainError, about: Readonly<Record<string, unknown>>): PlatformError {
  log.error({ event: 'organization_unpriced', ...about, field: error.field }, 'a price is missing for what an organization uses');
  const message = `Costs can't be calculated: ${error.message}. Contact support.`;
  return new PlatformError('rule_violated', message, { cause: error });
}

type Params = { readonly values: Record<string, string> } | { readonly values: null; readonly error: unknown };

/** Returns an error instead of throwing it. The caller throws it after the permission check, because only authorized members may see it. */
function paramsOf(declaration: CallDeclaration, raw: RawCall): Params {
  try {
    return { values: declaration.params ? (validateInput('params', declaration.params, raw.params) as Record<string, string>) : {} };
  } catch (error) {
    return { values: null, error };
  }
}

/** If a token is limited to one project, refuses requests for other projects or for all projects. @throws {PlatformError} 403 */
function requireProject({ projectRef }: CallingToken, name: CallName, query: unknown): void {
  if (projectRef === null || tokenAccessOf(name)?.project !== 'query') return;
  const { project_ref: ref, projectRef: otherName } = query as { readonly project_ref?: string; readonly projectRef?: string };
  if ((ref ?? otherName) === projectRef) return;
  throw new PlatformError('forbidden', `This token is limited to the project ${projectRef}`, {
    fields: [{ path: 'query.project_ref', message: `must be ${projectRef}` }],
  });
}

function refuseOtherVersion(declaration: CallDeclaration, raw: RawCall): void {
  const version = declaration.version && raw.version();
  if (version === declaration.version) return;
  throw invalidRequest([{ path: 'header.Version', message: version === null ? 'is required' : `must be ${declaration.version}` }]);
}

function idempotencyKeyOf(declaration: CallDeclaration, raw: RawCall): string | null {
  const idempotencyKey = isRead(declaration) ? null : raw.idempotencyKey();
  if (declaration.idempotent) refuseOtherKeyForm(idempotencyKey);
  return idempotencyKey;
}

function refuseUndeclared(name: CallName, schema: SchemaName, data: unknown): void {
  const result = schemasByName[schema].safeParse(data);
  if (!result.success) throw new Error(`The answer of ${name} is not what the contract declares`, { cause: result.error });
}
