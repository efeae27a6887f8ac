import type PgBoss from 'pg-boss';
import { perDatabase, type Database } from './database.ts';

/** Database schema of pg-boss. A migration creates the schema, so that a starting process does not change it. */
const schema = 'pgboss';

interface Executor {
  executeSql: (text: string, values?: unknown[]) => Promise<{ rows: any[] }>;
}

/**
 * Matches a maintenance transaction that pg-boss sends as one text. The text must be split, because both drivers run single statements
 * only.
 */
const ownTransaction = /^\s*BEGIN;([\s\S]*)COMMIT;\s*$/;

export function executorOn(db: Database): Executor {
  const run = (on: Database, text: string, values: unknown[] = []) =>
    on._.session.prepareQuery({ sql: text, params: values }, undefined, undefined, false).execute() as Promise<{ rows: any[] }>;
  return {
    executeSql: async (text, values) => {
      const whole = ownTransaction.exec(text)?.[1];
      if (whole === undefined) return run(db, text, values);
      return db.transaction(async (tx) => {
        let last: { rows: any[] } = { rows: [] };
        for (const statement of whole.split(/;\s*\n/)) if (statement.trim()) last = await run(tx, statement);
        return last;
      });
    },
  };
}

const due = 'AND start_after < now()';
const started = 'started_on = now(),';

/** Adapts the fetch query: skips jobs whose lane (`singleton_key`) has an active job, and records the process that takes a job. */
export function asFetch(text: string): string {
  if (!text.includes(due) || !text.includes(started)) throw new Error('The fetch of pg-boss has another form than the tested one');
  const isFree = `AND NOT EXISTS (SELECT FROM ${schema}.job busy WHERE busy.name = $1 AND busy.state = 'active'
    AND busy.policy = 'singleton' AND coalesce(busy.singleton_key, '') = coalesce(job.singleton_key, ''))`;
  return text.replace(due, `${due} ${isFree}`).replace(started, `${started} output = jsonb_build_object('held_by', $3::text),`);
}

export const fetchingExecutor = (db: Database, holder: string): Executor => ({
  executeSql: (text, values = []) => executorOn(db).executeSql(asFetch(text), [...values, holder]),
});

const retention = { archiveCompletedAfterSeconds: 3600, deleteAfterDays: 7 };

/** Returns pg-boss on a database. Imports pg-boss at first use to keep the start fast. Opens no connections and starts no workers. */
export const jobEngine = perDatabase(async (db): Promise<PgBoss> => {
  const { default: Engine } = await import('pg-boss');
  return new Engine({ db: executorOn(db), schema, migrate: false, supervise: false, schedule: false, ...retention });
});
