import type { RequestFault } from '#sandbox/faults.ts';
import { ApiProblem } from './problem.ts';

export class ConnectionLost extends Error {}

export async function breakBefore(fault: RequestFault | null, signal: AbortSignal, hangMs: number): Promise<void> {
  if (fault?.effect === 'lost_before') throw new ConnectionLost();
  if (fault?.effect === 'timeout_before') await hang(signal, hangMs);
}

/** Applies a delay fault. The request's idempotency key counts as in use until the delay ends. */
export async function holdUp(fault: RequestFault | null, signal: AbortSignal): Promise<void> {
  if (fault?.effect === 'delay') await pause(fault.delayMs ?? 1000, signal);
}

/** Returns the error that replaces the response, or null. Such an error is not stored under the idempotency key. */
export function edgeProblem(fault: RequestFault | null): ApiProblem | null {
  switch (fault?.effect) {
    case 'conflict':
      return new ApiProblem(409, {
        type: 'invalid_request_error',
        code: 'lock_timeout',
        message: 'This object cannot be accessed right now because another API request is currently accessing it.',
      });
    case 'rate_limit': {
      const headers: Record<string, string> =
        fault.retryAfterSeconds === undefined ? {} : { 'retry-after': String(fault.retryAfterSeconds) };
      return new ApiProblem(429, { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests.' }, { headers });
    }
    case 'server_error_before':
      return serverError();
    default:
      return null;
  }
}

export const serverError = (): ApiProblem => new ApiProblem(500, { type: 'api_error', message: 'An unknown error occurred.' });

/** Drops or withholds a finished response if the fault requires it. `lost` is true for the test card that never gets a response. */
export async function breakAfter(fault: RequestFault | null, lost: boolean, signal: AbortSignal, hangMs: number): Promise<void> {
  if (fault?.effect === 'lost_after') throw new ConnectionLost();
  if (fault?.effect === 'timeout_after' || lost) await hang(signal, hangMs);
}

async function hang(signal: AbortSignal, hangMs: number): Promise<never> {
  await pause(hangMs, signal);
  throw new ConnectionLost();
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
