import { setTimeout as wait } from 'node:timers/promises';
import type { GatewayError, GatewayResult } from '#server/payments/gateway-result.ts';
import { PlatformError } from '#server/http/platform-error.ts';

/** Pauses before a call is repeated that another request held up, in milliseconds. */
const conflictPausesMs = [50, 200, 800];
const longestRateWaitSeconds = 2;

/** How long to wait before asking again with the same key; null where asking again at once is of no use. */
function pauseMs(error: GatewayError, tries: number): number | null {
  if (error.kind === 'conflict') return conflictPausesMs[tries] ?? null;
  if (error.kind === 'rate_limited' && tries === 0 && (error.retryAfterSeconds ?? 1) <= longestRateWaitSeconds)
    return (error.retryAfterSeconds ?? 1) * 1000;
  const brokeOff = error.kind === 'unknown_outcome' && error.reason !== 'timeout';
  return brokeOff && tries === 0 ? 0 : null;
}

const always = (): boolean => true;

/**
 * Asks the gateway, and again with the same key where that can help while somebody waits.
 * @param mayRepeat asked before each repeat: the gateway may have forgotten the key meanwhile, and would do it all again
 */
export async function ask<Value>(
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

/** True where asking later, with the same key, is the way on. */
export const isTemporary = ({ kind }: GatewayError): boolean =>
  kind === 'conflict' || kind === 'rate_limited' || kind === 'unknown_outcome' || kind === 'not_allowed';

/** True where the gateway has failed although it may have done what it was told, and may repeat that failure under the same key. */
export const isServerFailure = (error: GatewayError): boolean => error.kind === 'unknown_outcome' && error.reason === 'server_error';

export const describe = (error: GatewayError): string => ('message' in error ? `${error.kind}: ${error.message}` : error.kind);

/** What a member is told when the gateway gives no usable answer to a call that moves no money. */
export function unavailable(error: GatewayError): PlatformError {
  if (error.kind === 'rate_limited') {
    return new PlatformError('too_many_requests', 'The payment provider is busy. Try again in a moment.', {
      headers: { 'Retry-After': String(error.retryAfterSeconds ?? 2) },
    });
  }
  return new PlatformError('gateway_unavailable', 'The payment provider could not be reached. Try again in a moment.', {
    cause: new Error(describe(error)),
  });
}
