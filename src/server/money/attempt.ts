import { createHash } from 'node:crypto';
import type { CallName } from '#contract/calls.ts';
import { failureBody, failures, PlatformError, type FailureCode } from '#server/http/platform-error.ts';
import {
  claimKey,
  giveUpKey,
  noteSubject,
  releaseKey,
  storeAnswer,
  takeOverKey,
  type Claim,
  type Held,
  type KeyRow,
} from '#server/store/idempotency.ts';
import type { Database } from '#server/store/database.ts';
import { later, nowOf, realNow, type Money } from './context.ts';

/** Longer than the longest request: after this its process is taken for dead and a retry goes on in its place. */
const leaseMs = 60_000;

export interface Asked {
  readonly call: CallName;
  readonly organizationId: number;
  readonly idempotencyKey: string | null;
  readonly requestId: string;
  /** Validated path parameters and body: what a key stands for. */
  readonly input: unknown;
}

/** What a handler answers. */
export interface Given {
  readonly status: number;
  readonly data?: unknown;
}

export interface Attempt {
  /**
   * Checks and writes down what is to happen, and calls `note` with its id in the same transaction, once. Whatever it throws
   * means that nothing has happened; `note` throws where a retry has taken over.
   */
  readonly begin: (note: (tx: Database, subject: string) => Promise<void>) => Promise<string>;
  /** Carries it out, or goes on with it, or finds it done; may run any number of times. */
  readonly finish: (subject: string) => Promise<Given>;
  /** True for an answer after which the next retry must look again, such as one that says "still pending". */
  readonly isPending?: (answer: Given) => boolean;
}

const hashOf = (input: unknown): string => createHash('sha256').update(JSON.stringify(input)).digest('base64url');

/** Failures that say nothing of how the attempt will end. */
const openEnded: ReadonlySet<FailureCode> = new Set([
  'internal_error',
  'gateway_unavailable',
  'payment_outcome_unknown',
  'too_many_requests',
  'idempotency_key_in_use',
]);

/**
 * Runs one attempt of a client. With a key, the same request gets the same answer, however often and from wherever it is
 * sent again; another request under the key is refused, and one that comes while the first is under way is told so.
 * @param now real time
 */
export async function runAttempt(money: Money, asked: Asked, attempt: Attempt, now: () => Date = realNow): Promise<Given> {
  const { idempotencyKey: key, organizationId, call } = asked;
  if (key === null) return attempt.finish(await attempt.begin(() => Promise.resolve()));

  const claim: Claim = { organizationId, key, call, bodyHash: hashOf(asked.input) };
  const lockedUntil = later(now(), leaseMs);
  const known = await claimKey(money.db, claim, lockedUntil, nowOf(money));
  if (!known) return run(money, asked, { organizationId, key, lockedUntil }, attempt, null);
  if (known.call !== call || known.bodyHash !== claim.bodyHash) {
    throw new PlatformError('idempotency_key_reused', 'This Idempotency-Key was used for another request', {
      fields: [{ path: 'header.Idempotency-Key', message: 'was used for another request' }],
    });
  }
  if (known.state === 'done') return replay(known);
  const taken = known.lockedUntil <= now() ? await takeOverKey(money.db, known, lockedUntil) : null;
  if (!taken) throw underWay();
  return run(money, asked, taken, attempt, taken.subject);
}

const underWay = (): PlatformError =>
  new PlatformError('idempotency_key_in_use', 'A request with this Idempotency-Key is under way', {
    headers: { 'Retry-After': '1' },
  });

/** Carries an attempt out for as long as the key is held. One that was held up may find that a retry has taken its place. */
async function run({ db }: Money, { requestId }: Asked, held: Held, attempt: Attempt, subject: string | null): Promise<Given> {
  const note = async (tx: Database, id: string): Promise<void> => {
    if (!(await noteSubject(tx, held, id))) throw underWay();
  };
  try {
    const begun = subject ?? (await attempt.begin(note));
    const answer = await attempt.finish(begun);
    if (attempt.isPending?.(answer)) await releaseKey(db, held);
    else await storeAnswer(db, held, answer.status, answer.data === undefined ? null : JSON.stringify(answer.data));
    return answer;
  } catch (error) {
    await noteFailure(db, held, error, requestId);
    throw error;
  }
}

/** A definite failure is the attempt's answer from now on. One without a subject did nothing: its key is free again. */
async function noteFailure(db: Database, held: Held, error: unknown, requestId: string): Promise<void> {
  await giveUpKey(db, held);
  if (error instanceof PlatformError && !openEnded.has(error.code))
    await storeAnswer(db, held, error.status, JSON.stringify(failureBody(error, requestId)));
  await releaseKey(db, held);
}

function replay({ status, response }: KeyRow): Given {
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

const isFailure = (code: unknown): code is FailureCode => typeof code === 'string' && Object.hasOwn(failures, code);
