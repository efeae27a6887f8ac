import { createHash } from 'node:crypto';
import type { CallName } from '#contract/calls.ts';
import { finalLimits } from '#contract/final-limits.ts';
import { failureBody, failureStatusCodes, PlatformError, type FailureCode } from '#server/platform-error.ts';
import {
  claimKey,
  giveUpKey,
  recordRequestSubject,
  releaseKey,
  storeAnswer,
  takeOverKey,
  type Claim,
  type ClaimedKey,
  type KeyRow,
  type Lease,
} from '#server/store/idempotent-requests.ts';
import type { Database } from '#server/database/database.ts';
import { isRunning } from '#server/store/processes.ts';
import { laterBy, nowOf, realNow, type PaymentContext, type Requester } from './context.ts';

/** Duration of a lease in milliseconds, longer than any request. After it, or once the process has ended, a retry runs the request. */
const leaseMs = 60_000;

export interface IdempotentRequest extends Requester {
  readonly call: CallName;
  readonly idempotencyKey: string | null;
  readonly requestId: string;
  /** Path parameters and body. Requests with the same key must have equal input. */
  readonly input: unknown;
}

export interface IdempotentAnswer {
  readonly status: number;
  readonly data?: unknown;
}

export interface IdempotentWork {
  /**
   * Validates the request, stores the work, and calls `recordSubject` with the ID of the work in the same transaction. If `begin` throws,
   * nothing has been stored. `recordSubject` throws if a retry has taken over the key.
   */
  readonly begin: (recordSubject: (tx: Database, subject: string) => Promise<void>) => Promise<string>;
  /** Runs or resumes the stored work. Must be idempotent. */
  readonly finish: (subject: string) => Promise<IdempotentAnswer>;
  /** True if the response is not final ("still pending"). A retry then checks the state again. */
  readonly isPending?: (answer: IdempotentAnswer) => boolean;
}

const hashOf = (input: unknown): string => createHash('sha256').update(JSON.stringify(input)).digest('base64url');

/** Failures with these codes are not stored as the final response, so that a retry with the same key runs the request again. */
const openEnded: ReadonlySet<FailureCode> = new Set([
  'internal_error',
  'gateway_unavailable',
  'payments_paused',
  'payment_outcome_unknown',
  'too_many_requests',
  ...finalLimits,
  'idempotency_key_in_use',
]);

/**
 * Runs a request once per idempotency key. Retries get the same response; a different request with the key is refused; a concurrent retry
 * fails with `idempotency_key_in_use`.
 * @param now real time
 */
export async function runIdempotent(
  payments: PaymentContext,
  request: IdempotentRequest,
  attempt: IdempotentWork,
  now: () => Date = realNow,
): Promise<IdempotentAnswer> {
  const { idempotencyKey: key, organizationId, call } = request;
  if (key === null) return attempt.finish(await attempt.begin(() => Promise.resolve()));

  const claim: Claim = { organizationId, key, call, bodyHash: hashOf(request.input) };
  const lease: Lease = { lockedUntil: laterBy(now(), leaseMs), processId: payments.processId };
  const known = await claimKey(payments.db, claim, lease, nowOf(payments));
  if (!known) return run(payments, request, { organizationId, key, lockedUntil: lease.lockedUntil }, attempt, null);
  if (known.call !== call || known.bodyHash !== claim.bodyHash) {
    throw new PlatformError('idempotency_key_reused', 'This Idempotency-Key was used for another request', {
      fields: [{ path: 'header.Idempotency-Key', message: 'was used for another request' }],
    });
  }
  if (known.state === 'done') return replay(known);
  const takenOver = (await hasEnded(payments, known, now())) ? await takeOverKey(payments.db, known, lease) : null;
  if (!takenOver) throw underWay();
  return run(payments, request, takenOver, attempt, takenOver.subject);
}

async function hasEnded({ db, processId: ownProcessId }: PaymentContext, { lockedUntil, processId }: Lease, now: Date): Promise<boolean> {
  return lockedUntil <= now || (processId !== ownProcessId && !(await isRunning(db, processId)));
}

const underWay = (): PlatformError =>
  new PlatformError('idempotency_key_in_use', 'A request with this Idempotency-Key is under way', {
    headers: { 'Retry-After': '1' },
  });

async function run(
  { db }: PaymentContext,
  { requestId }: IdempotentRequest,
  held: ClaimedKey,
  attempt: IdempotentWork,
  subject: string | null,
): Promise<IdempotentAnswer> {
  const recordSubject = async (tx: Database, id: string): Promise<void> => {
    if (!(await recordRequestSubject(tx, held, id))) throw underWay();
  };
  try {
    const begun = subject ?? (await attempt.begin(recordSubject));
    const answer = await attempt.finish(begun);
    if (attempt.isPending?.(answer)) await releaseKey(db, held);
    else await storeAnswer(db, held, answer.status, answer.data === undefined ? null : JSON.stringify(answer.data));
    return answer;
  } catch (error) {
    await storeFailure(db, held, error, requestId);
    throw error;
  }
}

/** Stores a definite failure as the final response. Releases the key after other failures. */
async function storeFailure(db: Database, held: ClaimedKey, error: unknown, requestId: string): Promise<void> {
  await giveUpKey(db, held);
  if (error instanceof PlatformError && !openEnded.has(error.code))
    await storeAnswer(db, held, error.status, JSON.stringify(failureBody(error, requestId)));
  await releaseKey(db, held);
}

function replay({ status, response }: KeyRow): IdempotentAnswer {
  if (status === null) throw new Error('A finished key has no answer');
  const data: unknown = response === null ? undefined : JSON.parse(response);
  if (status < 400) return data === undefined ? { status } : { status, data };
  const { message, code, request_id: requestId, errors, ...body } = data as Record<string, unknown>;
  throw new PlatformError(isFailure(code) ? code : 'internal_error', String(message), {
    body,
    requestId: String(requestId),
    ...(Array.isArray(errors) ? { fields: errors as { path: string; message: string }[] } : {}),
  });
}

const isFailure = (code: unknown): code is FailureCode => typeof code === 'string' && Object.hasOwn(failureStatusCodes, code);
