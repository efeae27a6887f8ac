import type { Log } from '#server/log.ts';
import type { Database } from '#server/store/database.ts';
import type { HandOver } from '#server/store/finalize.ts';

export interface JobScope {
  readonly db: Database;
  readonly log: Log;
  /** Takes finalized invoices that are to be charged. */
  readonly handOver: HandOver;
}

/** Work that falls due at an instant of the platform's time. */
export interface Job {
  readonly name: string;
  /** The earliest instant after another at which something falls due; null where nothing does. */
  readonly nextDue: (db: Database, afterSeconds: number) => Promise<number | null>;
  /**
   * Does what is due by now, and is safe to repeat and to run in several processes at once: every effect checks under the
   * organization's lock that it is still to be done.
   * @returns how many things were done
   */
  readonly run: (scope: JobScope, nowSeconds: number) => Promise<number>;
}
