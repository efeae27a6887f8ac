import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#server/settings/config.ts';
import { openContext } from '#server/context.ts';
import { createLog } from '#server/tracing/log.ts';
import type { EmailTransport } from '#server/notices/transport.ts';
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

/** Database that the simulated worlds use: a PostgreSQL cluster, or a data folder for the embedded database. */
export interface Ground {
  readonly cluster: string | null;
  readonly startImage: string | null;
}

/** Start time of each simulated world in milliseconds. The time is fixed, so that histories do not depend on today's date. */
export const epochMs = Date.UTC(2026, 2, 11, 9);
const gatewayTimeoutMs = 1000;

/** Pool settings: one connection, so that a seed is reproducible, and no idle timeout, because simulated time jumps. */
const oneConnection = { max: 1, idleTimeoutMillis: 0, connectionTimeoutMillis: 0 };

export interface Worlds {
  /** Resets the database, and starts a platform on this database with a new gateway. */
  readonly begin: () => Promise<TestPlatform>;
  readonly close: () => Promise<void>;
}

/** Opens worlds. Prefers PostgreSQL, which is several times faster than PGlite. Uses one connection, so that seeds are reproducible. */
export async function openWorlds(
  { cluster, startImage }: Ground,
  organizations: readonly OrganizationSeed[] = seeds,
  prepare: (db: Database) => Promise<void> = () => Promise.resolve(),
  emailTransport?: EmailTransport,
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
      ...(emailTransport ? { emailTransport } : {}),
    });
  await inSimulatedTime(epochMs, async () => {
    await (await open()).close();
    await prepare(store.db);
  });
  const reset = await snapshot(store.db);
  // Tables stay small, so PostgreSQL's generic query plans are always suitable.
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
