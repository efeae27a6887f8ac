import { actingAsPlatform } from '#server/database/acting.ts';
import { endLeases, endLeasesOfEnded, renewalSeconds, renewProcess } from '#server/store/processes.ts';
import type { PaymentContext } from './context.ts';

export interface ProcessLife {
  readonly end: () => Promise<void>;
}

/**
 * Renews the row of this process regularly. Ends the leases of ended processes.
 * @param automatic false to renew only once, for tests
 */
export async function beginLife({ db, log, processId, wake }: PaymentContext, automatic: boolean): Promise<ProcessLife> {
  let renewal: Promise<void> | null = null;
  const renew = async (): Promise<void> => {
    try {
      await renewProcess(db, processId);
      if ((await endLeasesOfEnded(db)) > 0) wake();
    } catch (error) {
      log.warn({ err: error }, 'the row of this process could not be renewed');
    }
  };
  await renewProcess(db, processId);
  const timer = automatic
    ? setInterval(() => {
        renewal ??= actingAsPlatform(renew).finally(() => {
          renewal = null;
        });
      }, renewalSeconds * 1000)
    : undefined;
  timer?.unref();
  return {
    end: async () => {
      clearInterval(timer);
      await renewal;
      await endLeases(db, processId).catch((error: unknown) => log.warn({ err: error }, 'the leases of this process could not be ended'));
    },
  };
}
