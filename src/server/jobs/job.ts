import type { Log } from '#server/tracing/log.ts';
import type { Database } from '#server/database/database.ts';
import type { ChargeInvoice } from '#server/billing/invoices/finalized-invoice.ts';
import { failingOrganizations, forgetJobFailures, recordJobFailure } from '#server/store/backlog.ts';
import { tryLockOrganization } from '#server/store/organization-lock.ts';

export interface JobScope {
  readonly db: Database;
  readonly log: Log;
  readonly chargeInvoice: ChargeInvoice;
  readonly onRun?: (job: string, outcome: 'done' | 'failed', seconds: number) => void;
}

export interface Job {
  readonly name: string;
  /** Returns the first instant after `afterSeconds` at which work is due; null if there is none. */
  readonly nextDue: (db: Database, afterSeconds: number) => Promise<number | null>;
  /** Performs due work. Repetition is safe: each item is checked again under the organization lock. @returns the number of effects */
  readonly run: (scope: JobScope, nowSeconds: number) => Promise<number>;
}

interface Due {
  readonly organizationId: number;
}

interface Work<T extends Due> {
  readonly name: string;
  /** Returns at most `limit` due items, most urgent first. Omits completed items. */
  readonly list: (db: Database, limit: number) => Promise<readonly T[]>;
  /** Returns false if the item was no longer due. */
  readonly perform: (tx: Database, due: T) => Promise<boolean>;
}

const pageSize = 100;

const keyOf = (due: Due): string => JSON.stringify(due);

/** Returns the code of a domain or database error. The code contains no values. */
function codeOf(error: unknown): string {
  const { code, cause, name } = error as { code?: unknown; cause?: unknown; name?: unknown };
  if (typeof code === 'string') return code;
  return cause === undefined ? String(name) : codeOf(cause);
}

/** Performs due work per organization. Skips locked organizations. Failures are logged, shown to operators and retried in the next run. */
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
