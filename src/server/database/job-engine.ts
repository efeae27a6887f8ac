import type PgBoss from 'pg-boss';
import { perDatabase, type Database } from './database.ts';

/** The engine's own schema. Our migration makes it, so no process changes it at a start. */
const schema = 'pgboss';

/** What a fetch is asked besides: see `asFetch`. */
export const testedVersion = '10.4.2';

/** Where the engine's statements go. */
interface Executor {
  executeSql: (text: string, values?: unknown[]) => Promise<{ rows: any[] }>;
}

/** The engine's maintenance comes as one text with its own transaction; both drivers take its statements one by one. */
const ownTransaction = /^\s*BEGIN;([\s\S]*)COMMIT;\s*$/;

/** Runs the engine's statements on a database, or in a transaction of ours. */
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

/**
 * Two things that the engine's fetch lacks in this line. Jobs whose lane is being served are passed over: it would take the first of
 * them, fail on the rule of one at a time, and give nothing, also of other lanes. And a taken job says which process has it.
 */
export function asFetch(text: string): string {
  if (!text.includes(due) || !text.includes(started)) throw new Error('The fetch of pg-boss has another form than the tested one');
  const isFree = `AND NOT EXISTS (SELECT FROM ${schema}.job busy WHERE busy.name = $1 AND busy.state = 'active'
    AND busy.policy = 'singleton' AND coalesce(busy.singleton_key, '') = coalesce(job.singleton_key, ''))`;
  return text.replace(due, `${due} ${isFree}`).replace(started, `${started} output = jsonb_build_object('held_by', $3::text),`);
}

/** Like `executorOn`, for the engine's fetch. @param holder names the process */
export const fetchingExecutor = (db: Database, holder: string): Executor => ({
  executeSql: (text, values = []) => executorOn(db).executeSql(asFetch(text), [...values, holder]),
});

const retention = { archiveCompletedAfterSeconds: 3600, deleteAfterDays: 7 };

/** The engine on a database. It is loaded at its first use: a start would wait for it. It connects to nothing and starts nothing. */
export const jobEngine = perDatabase(async (db): Promise<PgBoss> => {
  const { default: Engine } = await import('pg-boss');
  return new Engine({ db: executorOn(db), schema, migrate: false, supervise: false, schedule: false, ...retention });
});
