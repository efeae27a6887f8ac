import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#server/settings/config.ts';
import { openContext } from '#server/context.ts';
import { createLog } from '#server/tracing/log.ts';
import type { MailTransport } from '#server/notices/transport.ts';
import type { OrganizationSeed } from '#server/seed/organization-seed.ts';
import type { Database, Store } from '#server/database/database.ts';
import { openStore } from '#server/database/open.ts';
import { openPostgres } from '#server/database/postgres.ts';
import type { TestPlatform } from '#tests/support/platform.ts';
import { createDatabase, overSocket } from '#tests/support/postgres-server.ts';
import { secretsIn } from '#tests/support/secrets.ts';
import { tableNames } from '#tests/support/stored-digest.ts';
import { inSimulatedTime } from './simulated-time.ts';

const organization = (plan: 'free' | 'pro'): OrganizationSeed => ({
  slug: `sim-${plan}`,
  name: `Simulated ${plan}`,
  plan,
  cyclesBefore: 0,
  daysIntoCycle: 10,
  projects: [{ name: 'web', ...(plan === 'pro' ? {} : { size: 'nano' as const }) }],
});
const seeds = [organization('free'), organization('pro')];
export const slugs = seeds.map(({ slug }) => slug);

/** What worlds stand on: a PostgreSQL cluster, or the data folder that an embedded database begins from. */
export interface Ground {
  readonly cluster: string | null;
  readonly startImage: string | null;
}

/** When worlds are made: a history must not depend on the day it is told. */
export const epochMs = Date.UTC(2026, 2, 11, 9);
/** A call without an answer is given up after this long, of simulated time. */
const gatewayTimeoutMs = 1000;

/** So that a seed always gives the same history. In a time that jumps, a pool that closes what is idle would do so at any moment. */
const oneConnection = { max: 1, idleTimeoutMillis: 0, connectionTimeoutMillis: 0 };

/** Where schedules are lived through: one database, which each begins anew in the state after the seed. */
export interface Worlds {
  /** A platform in that state, with a gateway that has never been asked for anything. */
  readonly begin: () => Promise<TestPlatform>;
  readonly close: () => Promise<void>;
}

/**
 * PostgreSQL where there is one, since it is several times as fast; over one connection, so that a seed always gives the same history.
 * What depends on real parallel work has the suite of races.
 */
export async function openWorlds(
  { cluster, startImage }: Ground,
  organizations: readonly OrganizationSeed[] = seeds,
  prepare: (db: Database) => Promise<void> = () => Promise.resolve(),
  mailTransport?: MailTransport,
): Promise<Worlds> {
  const folder = mkdtempSync(join(tmpdir(), 'billing-worlds-'));
  const config = readConfig({ PORT: '0', LOG_LEVEL: 'error', DATA_DIR: folder, RECIPIENT_SAVES_PER_HOUR: '999999' });
  const logged: unknown[] = [];
  const log = createLog(config, { write: (line) => void logged.push(JSON.parse(line)) });
  const store: Store =
    cluster === null
      ? await openStore({ mode: 'embedded', dataDir: folder, databaseUrl: null, startImage, report: () => undefined })
      : await openPostgres(await overSocket(await createDatabase(cluster)), 'embedded', () => undefined, oneConnection);
  const open = () =>
    openContext(config, null, log, {
      store,
      seeds: organizations,
      forgetsGateway: true,
      automatic: false,
      gatewayTimeoutMs,
      ...(mailTransport ? { mailTransport } : {}),
    });
  await inSimulatedTime(epochMs, async () => {
    await (await open()).close();
    await prepare(store.db);
  });
  const reset = await snapshot(store.db);
  // Tables stay as small as they are: a plan that was made once is the one that would be made again.
  await store.db.execute('set plan_cache_mode = force_generic_plan');
  return {
    begin: async () => {
      await store.db.execute(reset);
      const context = await open();
      const ask = () => Promise.reject(new Error('Nobody asks over the wire here'));
      return { origin: '', context, logged: [], ask, token: ask, stop: context.close };
    },
    close: async () => {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
      const leakedSecrets = secretsIn(logged);
      if (leakedSecrets.length > 0) throw new Error(`The log tells secrets: ${leakedSecrets.join('; ')}`);
    },
  };
}

/** Keeps a copy of every table. @returns the statement that brings all of them back, past the triggers that guard them */
async function snapshot(db: Database): Promise<string> {
  const tables = (await tableNames(db)).filter((name) => name !== 'schema_migrations');
  await db.execute('create schema snapshot');
  for (const name of tables) await db.execute(`create table snapshot."${name}" as table public."${name}"`);
  const steps = [
    'delete from pgboss.job;',
    ...tables.map((name) => `delete from public."${name}";`),
    ...tables.map((name) => `insert into public."${name}" overriding system value select * from snapshot."${name}";`),
  ];
  return `do $$ begin perform set_config('session_replication_role', 'replica', true); ${steps.join(' ')} end $$`;
}
