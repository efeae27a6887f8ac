import type { AdminCallDeclaration } from '#contract/admin/admin-declaration.ts';
import { adminCallTable, type AdminCallName } from '#contract/admin/admin-calls.ts';
import { adminSchemas } from '#contract/admin/admin-schemas.ts';
import { actingAs } from '#server/database/acting.ts';
import type { Database } from '#server/database/database.ts';
import { DomainError } from '#server/domain/errors.ts';
import { invalidRequest, PlatformError } from '#server/platform-error.ts';
import { validateBy, validateQueryBy } from '#server/validate-input.ts';
import type { AdminParts } from './admin-handler.ts';
import { adminHandlers } from './admin-handlers.ts';
import { requireOrganization } from './authenticate-key.ts';
import { completeAnswer, runIdempotently, type KeptAnswer } from './idempotent-admin-request.ts';
import { withCharge } from './charged-answer.ts';

export interface RawAdminCall {
  readonly params: Readonly<Record<string, string>>;
  readonly query: () => Readonly<Record<string, string>>;
  readonly body: () => Promise<unknown>;
  /**
   * Idempotency key of the request, and secret of the API key. Together they encrypt the stored response. Null without an idempotency key.
   */
  readonly repeat: { readonly idempotencyKey: string; readonly secret: string } | null;
  readonly requestId: string;
  readonly callerRequestId: string | null;
  readonly validateResponses: boolean;
}

type AnyHandler = (input: unknown, parts: AdminParts) => Promise<Partial<KeptAnswer> & { readonly isNew?: boolean }>;

const asAnswer = (error: unknown): unknown =>
  error instanceof DomainError
    ? new PlatformError('rule_violated', error.message, { fields: [{ path: `body.${error.field}`, message: error.message }], cause: error })
    : error;

/** The audit log names the key as the actor. @throws {PlatformError} with a status that the contract declares */
export async function runAdminCall(name: AdminCallName, parts: AdminParts, raw: RawAdminCall): Promise<KeptAnswer> {
  const declaration: AdminCallDeclaration = adminCallTable[name];
  const params = declaration.params ? validateBy('params', adminSchemas[declaration.params], raw.params) : {};
  const query = validateQueryBy(declaration.query && adminSchemas[declaration.query], raw.query());
  requireOrganization(parts.key, name, declaration, params as { readonly slug?: string });
  const body = declaration.body ? validateBy('body', adminSchemas[declaration.body], await raw.body()) : undefined;
  const input = { params, query, body };
  const handler = adminHandlers[name] as unknown as AnyHandler;
  const run = async (db: Database): Promise<KeptAnswer> => {
    const { data, isNew, status, chargesInvoice, file } = await handler(input, { ...parts, db }).catch((error: unknown) => {
      throw asAnswer(error);
    });
    if (raw.validateResponses && declaration.response && status !== 204) refuseUndeclared(name, declaration, data);
    const usual = isNew === true ? (declaration.alsoMade ?? declaration.success) : declaration.success;
    return { status: status ?? usual, data, chargesInvoice, file };
  };
  if (declaration.method === 'GET') return run(parts.db);
  if (declaration.staffAction && !raw.repeat && !isDryRun(body)) throw keyMissing();
  const { id: keyId, name: keyName } = parts.key;
  const { requestId, callerRequestId } = raw;
  const repeatable =
    declaration.idempotent && raw.repeat ? { keyId, ...raw.repeat, call: name, input, nowSeconds: parts.nowSeconds } : null;
  const answer = await actingAs({ memberId: null, username: `key:${keyName}`, keyId, call: name, requestId, callerRequestId }, () =>
    repeatable ? runIdempotently(parts.db, repeatable, run) : run(parts.db),
  );
  if (!answer.chargesInvoice || !parts.paymentContext) {
    if (declaration.scopes.includes('money') && !isDryRun(body)) parts.paymentContext?.wake();
    return answer;
  }
  const charged = await withCharge(parts.paymentContext, answer, answer.chargesInvoice);
  if (repeatable && !charged.chargesInvoice) await completeAnswer(parts.db, repeatable, charged);
  return charged;
}

const isDryRun = (body: unknown): boolean => typeof body === 'object' && body !== null && 'dry_run' in body && body.dry_run === true;

/** Error for a missing idempotency key: without it, a repeated request cannot be distinguished from a second payment. */
const keyMissing = (): PlatformError =>
  invalidRequest([{ path: 'header.Idempotency-Key', message: 'is required: a new one for each action, and the same one for its repeats' }]);

function refuseUndeclared(name: AdminCallName, { response }: AdminCallDeclaration, data: unknown): void {
  const result = response && adminSchemas[response].safeParse(data);
  if (result && !result.success) throw new Error(`The answer of ${name} is not what the contract declares`, { cause: result.error });
}
