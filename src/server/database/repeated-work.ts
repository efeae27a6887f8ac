import { setTimeout as wait } from 'node:timers/promises';
import { isConflict, isConnectionLost, UnknownOutcome } from './database-error.ts';

/** Average backoff before each retry. A new leader takes longer than all of them, so the request is answered with 503. */
const pausesMs = [20, 100, 400, 1500] as const;
/** Work that waited this long, for example for an address without an answer, is not retried. */
const longestMs = 5000;

/** One attempt of a piece of work. */
export interface Try {
  /** True once the commit may have happened without a confirmation. */
  isCommitting: boolean;
}

/**
 * Retries work on the database after a conflict, or a connection lost before any commit. Other effects of `work` must be safe to repeat.
 * @throws {UnknownOutcome} if the connection was lost during the commit
 */
export async function repeatedWhereSafe<T>(work: (attempt: Try) => Promise<T>, pause: (ms: number) => Promise<unknown> = wait): Promise<T> {
  const begunAt = performance.now();
  for (let tries = 0; ; tries += 1) {
    const attempt: Try = { isCommitting: false };
    try {
      return await work(attempt);
    } catch (error) {
      const isLost = isConnectionLost(error);
      if (isLost && attempt.isCommitting) throw new UnknownOutcome(error);
      const pauseMs = pausesMs[tries];
      if (!(isLost || isConflict(error)) || pauseMs === undefined || performance.now() - begunAt > longestMs) throw error;
      // Jitter, so that conflicting transactions do not retry at the same moment.
      await pause(pauseMs * (0.5 + Math.random()));
    }
  }
}
