import { setTimeout as wait } from 'node:timers/promises';
import { isConflict, isConnectionLost, UnknownOutcome } from './database-error.ts';

/**
 * Before each repeat, about. Connections that a leader has left behind are all found within them. A new leader takes longer: the
 * request is then answered 503, to be sent again.
 */
const pausesMs = [20, 100, 400, 1500] as const;
/** Work that has waited for so long, as for an address that answers nothing, is not tried again. */
const longestMs = 5000;

/** One try of a piece of work. */
export interface Try {
  /** True from when it may have been written for good although no answer says so. */
  isCommitting: boolean;
}

/**
 * Does work on the database, again where that is safe: it was undone because of another transaction, or the connection was lost before
 * anything was committed. So what `work` does besides asking the database must bear being done twice.
 * @throws {UnknownOutcome} where the connection was lost during the commit: only the caller knows whether the same may be done again
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
      // Two that stood in each other's way must not come back at the same moment.
      await pause(pauseMs * (0.5 + Math.random()));
    }
  }
}
