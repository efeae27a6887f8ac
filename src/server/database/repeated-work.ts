import { setTimeout as wait } from 'node:timers/promises';
import { isConflict, isConnectionLost, UnknownOutcome } from './database-error.ts';

/**
 * Average backoff in ms before each retry. The sum is shorter than the election of a new leader, so requests during an election get a 503.
 */
const pausesMs = [20, 100, 400, 1500] as const;
/** Work older than this number of ms is not retried. It has already waited too long, for example for an address that does not respond. */
const longestMs = 5000;

export interface Try {
  /** True if the database may have committed without a confirmation. */
  isCommitting: boolean;
}

/**
 * Retries work after a lost connection or a conflict. Effects of the work outside the database must be repeatable.
 * @throws {UnknownOutcome} if the connection is lost during the commit
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
      // Adds jitter, so that conflicting transactions do not retry at the same moment.
      await pause(pauseMs * (0.5 + Math.random()));
    }
  }
}
