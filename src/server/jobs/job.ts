import type { Log } from '#server/tracing/log.ts';
import type { Database } from '#server/database/database.ts';
import type { ChargeInvoice } from '#server/billing/invoices/finalized-invoice.ts';
import { failingOrganizations, forgetJobFailures, recordJobFailure } from '#server/store/backlog.ts';
import { tryLockOrganization } from '#server/store/organization-lock.ts';

export interface JobScope {
  readonly db: Database;
  readonly log: Log;
  /** Takes finalized invoices that are to be charged. */
  readonly chargeInvoice: ChargeInvoice;
  /** Hears how each run of a job went. */
  readonly onRun?: (job: string, outcome: 'done' | 'failed', seconds: number) => void;
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

interface Due {
  readonly organizationId: number;
}

interface Work<T extends Due> {
  readonly name: string;
  /** What is due, the most urgent first; at most a page of it. Done work is not listed again. */
  readonly list: (db: Database, limit: number) => Promise<readonly T[]>;
  /** @returns whether there was something to do */
  readonly perform: (tx: Database, due: T) => Promise<boolean>;
}

const pageSize = 100;

const keyOf = (due: Due): string => JSON.stringify(due);

/** A rule of the domain or the database's own code: what went wrong without the values that it went wrong with. */
function codeOf(error: unknown): string {
  const { code, cause, name } = error as { code?: unknown; cause?: unknown; name?: unknown };
  if (typeof code === 'string') return code;
  return cause === undefined ? String(name) : codeOf(cause);
}

/**
 * Works through everything that is due, each in a transaction of its own under its organization's lock. An organization that
 * another process is at is left to it. What fails is logged, shown to operators and left for the next run; the others go on.
 */
export async function eachOrganization<T extends Due>({ db, log }: JobScope, { name, list, perform }: Work<T>): Promise<number> {
  let done = 0;
  const left = new Set<string>();
  const unsettled = new Set<number>();
  const failedBefore = await failingOrganizations(db, name);
  const attempt = async (due: T): Promise<void> => {
    const { organizationId } = due;
    try {
      const { isFree, isDone } = await db.transaction(async (tx) =>
        (await tryLockOrganization(tx, organizationId))
          ? { isFree: true, isDone: await perform(tx, due) }
          : { isFree: false, isDone: false },
      );
      if (isDone) done += 1;
      if (!isFree) unsettled.add(organizationId);
    } catch (error) {
      unsettled.add(organizationId);
      const code = codeOf(error);
      log.error({ err: error, event: 'job_failed', job: name, organization: organizationId, code }, 'a job failed for an organization');
      await recordJobFailure(db, name, organizationId, code, new Date());
    }
  };
  for (;;) {
    const page = await list(db, pageSize + left.size);
    const fresh = page.filter((due) => !left.has(keyOf(due)));
    if (fresh.length === 0) break;
    for (const due of fresh) {
      left.add(keyOf(due));
      await attempt(due);
    }
  }
  await forgetJobFailures(
    db,
    name,
    failedBefore.filter((id) => !unsettled.has(id)),
  );
  return done;
}
