import type { Database } from '#server/store/database.ts';
import { tryLockOrganization } from '#server/store/organization-lock.ts';
import type { JobScope } from './job.ts';

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

/**
 * Works through everything that is due, each in a transaction of its own under its organization's lock. An organization that
 * another process is at is left to it. What fails is logged and left for the next run; the others go on.
 */
export async function eachOrganization<T extends Due>({ db, log }: JobScope, { name, list, perform }: Work<T>): Promise<number> {
  let done = 0;
  const left = new Set<string>();
  for (;;) {
    const page = await list(db, pageSize + left.size);
    const fresh = page.filter((due) => !left.has(keyOf(due)));
    if (fresh.length === 0) return done;
    for (const due of fresh) {
      left.add(keyOf(due));
      try {
        const performed = await db.transaction(async (tx) =>
          (await tryLockOrganization(tx, due.organizationId)) ? perform(tx, due) : false,
        );
        if (performed) done += 1;
      } catch (error) {
        log.error({ err: error, job: name, organization: due.organizationId }, 'a job failed for an organization');
      }
    }
  }
}
