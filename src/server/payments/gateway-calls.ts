import { setTimeout as wait } from 'node:timers/promises';
import type { GatewayError, GatewayResult } from '#server/gateway/gateway-result.ts';
import { databaseCode } from '#server/database/database-error.ts';
import { PlatformError } from '#server/platform-error.ts';
import type { PaymentRow } from '#server/store/payments.ts';
import type { ChargesPause } from '#server/database/settings.ts';
import { chargesPause, pauseOf, type PaymentContext } from './context.ts';

const hourMs = 3_600_000;
/** The gateway keeps idempotency keys for a day. After this slightly shorter time, a call is looked up instead of retried. */
const keyLifeMs = 23 * hourMs;

/** True if the gateway may have forgotten the key. Checks both clocks, because only the sandbox gateway uses the platform clock. */
export const isForgotten = ({ clock }: PaymentContext, { sentAt, createdAt }: PaymentRow): boolean =>
  Date.now() - sentAt.getTime() > keyLifeMs || clock.nowMs() - createdAt.getTime() > keyLifeMs;

/** Milliseconds before each retry of a call that a concurrent request blocked. */
const conflictPausesMs = [50, 200, 800];
const longestRateWaitSeconds = 2;

/** Milliseconds before the next retry with the same key. Null if the call should not be retried now. */
function pauseMs(error: GatewayError, tries: number): number | null {
  if (error.kind === 'conflict') return conflictPausesMs[tries] ?? null;
  if (error.kind === 'rate_limited' && tries === 0 && (error.retryAfterSeconds ?? 1) <= longestRateWaitSeconds)
    return (error.retryAfterSeconds ?? 1) * 1000;
  const brokeOff = error.kind === 'unknown_outcome' && error.reason !== 'timeout';
  return brokeOff && tries === 0 ? 0 : null;
}

const always = (): boolean => true;

/**
 * Retries temporary errors.
 * @param mayRepeat false if the gateway has forgotten the key: a retry would repeat the effect
 */
export async function askGateway<Value>(
  call: () => Promise<GatewayResult<Value>>,
  mayRepeat: () => boolean = always,
): Promise<GatewayResult<Value>> {
  for (let tries = 0; ; tries += 1) {
    const result = await call();
    const pause = result.ok ? null : pauseMs(result.error, tries);
    if (pause === null) return result;
    if (pause > 0) await wait(pause);
    if (!mayRepeat()) return result;
  }
}

/** True if a later retry with the same key can succeed. */
export const isTemporary = ({ kind }: GatewayError): boolean =>
  kind === 'conflict' || kind === 'rate_limited' || kind === 'unknown_outcome' || kind === 'not_allowed' || kind === 'paused';

/** After a server error, the gateway may still have performed the request. For the same key, the gateway may repeat the error. */
export const isServerFailure = (error: GatewayError): boolean => error.kind === 'unknown_outcome' && error.reason === 'server_error';

/** Codes may be stored, because they contain no user input. Messages can contain user input. */
export function codeOfGateway(error: GatewayError): string {
  if (error.kind === 'unknown_outcome' || error.kind === 'paused') return `${error.kind}:${error.reason}`;
  return 'code' in error && error.code !== null ? `${error.kind}:${error.code}` : error.kind;
}

export function codeOf(error: unknown): string {
  if (error instanceof Unreadable || error instanceof PlatformError) return error.code;
  const state = databaseCode(error);
  return state === null ? 'unexpected' : `database:${state}`;
}

export class Unreadable extends Error {
  readonly code: string;

  constructor(code: string, why: string) {
    super(why);
    this.code = code;
  }
}

/**
 * Ignores the error that an object no longer exists.
 * @throws {Unreadable} for any other error
 */
export function unlessGone(error: GatewayError): void {
  if (error.kind !== 'not_found') throw new Unreadable(codeOfGateway(error), describeError(error));
}

export function describeError(error: GatewayError): string {
  if ('message' in error) return `${error.kind}: ${error.message}`;
  return error.kind === 'paused' ? `${error.kind}: ${error.reason}` : error.kind;
}

export function gatewayUnavailable(error: GatewayError): PlatformError {
  if (error.kind === 'rate_limited') {
    return new PlatformError('too_many_requests', 'The payment provider is busy. Try again in a moment.', {
      headers: { 'Retry-After': String(error.retryAfterSeconds ?? 2) },
    });
  }
  if (error.kind === 'paused' && error.reason === 'charges_paused')
    return new PlatformError('payments_paused', 'Payments are paused. Nothing was charged. Try again later.');
  if (error.kind === 'paused' && error.reason !== 'unverified')
    return new PlatformError(
      'payments_paused',
      'Payments are paused while we check our payment records. Nothing was charged. Try again later.',
    );
  return gatewayUnreachable({ cause: new Error(describeError(error)) });
}

export const gatewayUnreachable = (options: { readonly cause?: Error } = {}): PlatformError =>
  new PlatformError('gateway_unavailable', 'The payment provider could not be reached. Try again in a moment.', options);

/**
 * Call this before work that must write to the gateway.
 * @throws {PlatformError} `payments_paused`
 */
export function refuseWhilePaused(payments: Pick<PaymentContext, 'instance'>): void {
  const reason = pauseOf(payments);
  if (reason !== null) throw gatewayUnavailable({ kind: 'paused', reason, requestId: null });
}

export const pausedError = (pause: ChargesPause | null): GatewayError | null =>
  pause && { kind: 'paused', reason: 'charges_paused', requestId: null };

/** Call this before a charge. @throws {PlatformError} `payments_paused` */
export async function refuseChargesWhilePaused(payments: Pick<PaymentContext, 'instance' | 'db'>): Promise<void> {
  refuseWhilePaused(payments);
  const error = pausedError(await chargesPause(payments.db));
  if (error) throw gatewayUnavailable(error);
}
