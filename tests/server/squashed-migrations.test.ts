import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle as onPglite } from 'drizzle-orm/pglite';
import { drizzle as onPostgres } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { rowsOf, type Database } from '#server/database/database.ts';
import { migrateDatabase } from '#server/database/migrate.ts';
import { openStore, type StoreOptions } from '#server/database/open.ts';
import { createDatabase } from '#tests/support/postgres-server.ts';
import { ageFolder, lastSquashed, listSquashed, squashed, stampOf, writeStamp } from '#tests/support/squashed-migrations.ts';

const filling = `insert into members (handle, username, primary_email) values ('ada', 'ada', 'ada@example.com');
  insert into organizations (slug, name) values ('old', 'Old');
  insert into billing_periods (organization_id, plan, starts_at, ends_at, fee_charged_cents, cap_initially_on)
    select id, 'pro', '2026-05-10', '2026-06-10', 2500, true from organizations;`;

interface Journal {
  readonly name: string;
  readonly hash: string;
  readonly written_by: string;
}
const journalOf = async (db: Database): Promise<readonly Journal[]> =>
  rowsOf<Journal>(await db.execute('select name, hash, needs, xmin::text as written_by from schema_migrations order by name'));
const names = (journal: readonly { readonly name: string }[]): string[] => journal.map(({ name }) => name);
const today = readdirSync('src/server/database/migrations')
  .filter((file) => file.endsWith('.sql'))
  .map((file) => file.slice(0, -'.sql'.length));
const laterSteps = today.slice(2).map((_, index, later) => [index + 1, later.length]);

let home: string;
let folders = 0;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'billing-squash-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const optionsOf = (more: Partial<StoreOptions>): StoreOptions => ({
  mode: 'embedded',
  dataDir: join(home, 'unused'),
  databaseUrl: null,
  startImage: null,
  report: () => undefined,
  ...more,
});

async function withStore<T>(options: StoreOptions, work: (db: Database) => Promise<T>): Promise<T> {
  const store = await openStore(options);
  try {
    return await work(store.db);
  } finally {
    await store.close();
  }
}
async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function copiedFolder(stamp: Record<string, unknown>): string {
  const folder = join(home, `folder-${(folders += 1)}`);
  cpSync(inject('startImage'), folder, { recursive: true });
  writeStamp(folder, stamp);
  return folder;
}

async function squashedFolder(): Promise<StoreOptions> {
  const dataDir = copiedFolder({});
  await ageFolder(dataDir, filling);
  return optionsOf({ dataDir });
}

async function squashedDatabase(mode: StoreOptions['mode'] = 'embedded'): Promise<StoreOptions & { readonly databaseUrl: string }> {
  const databaseUrl = await createDatabase(inject('postgresUrl') ?? '');
  const options = { ...optionsOf({ mode }), databaseUrl };
  await withStore(options, async () => undefined);
  await withClient(databaseUrl, (client) => client.query(listSquashed + filling));
  return options;
}

const engines = {
  PGlite: {
    make: squashedFolder,
    inDatabase: async (work: (db: Database, run: (text: string) => Promise<unknown>) => Promise<void>) => {
      const client = new PGlite(join(copiedFolder({}), 'db'));
      await work(onPglite(client), (text) => client.exec(text));
      await client.close();
    },
  },
  PostgreSQL: {
    make: () => squashedDatabase(),
    inDatabase: async (work: (db: Database, run: (text: string) => Promise<unknown>) => Promise<void>) =>
      withClient(await createDatabase(inject('postgresUrl') ?? ''), (client) => work(onPostgres(client), (text) => client.query(text))),
  },
} as const;
const isThere = (engine: string): boolean => engine === 'PGlite' || inject('postgresUrl') !== null;

const remedy = `run billing migrate once from the version that has the migration ${lastSquashed}`;
const refusals: readonly (readonly [change: string, sentence: string])[] = [
  [
    "delete from schema_migrations where name > '0016'",
    `The database was made by an older version of this program and lacks its last migrations; ${remedy}, or empty it with npm run reset.`,
  ],
  [`delete from schema_migrations where name = '${lastSquashed}'`, 'lacks its last migrations'],
  ["update schema_migrations set hash = 'other' where name = '0012_staff_actions'", 'is not the one of this program'],
  ["insert into schema_migrations (name, hash, needs) values ('0031_more', '', '0008_api_keys')", 'is not the one of this program'],
  ["update schema_migrations set name = '0031_more' where name = '0028_webhook_secrets'", 'is not the one of this program'],
];

describe.each((['PGlite', 'PostgreSQL'] as const).filter(isThere))('a store on %s from before the migrations were squashed', (engine) => {
  it('is taken over at the next start with its rows, and only once', async () => {
    const options = await engines[engine].make();
    const reportedMigrations: unknown[] = [];
    const listeners: Partial<StoreOptions> = {
      onMigration: (...numbers) => reportedMigrations.push(numbers),
      onTakeover: (listed) => reportedMigrations.push(listed),
    };
    const after = await withStore({ ...options, ...listeners }, async (db) => {
      const rows = await db.execute(`select m.username, o.slug, b.version, b.state from members m, organizations o
        join billing_periods p on p.organization_id = o.id join price_books b on b.id = p.price_book_id`);
      expect(rowsOf(rows)).toEqual([{ username: 'ada', slug: 'old', version: '2026', state: 'scheduled' }]);
      return journalOf(db);
    });
    expect(names(after)).toEqual(today);
    expect(after.map(({ hash }) => hash)).not.toContain(squashed[0]?.hash);
    expect(await withStore({ ...options, ...listeners }, journalOf)).toEqual(after);
    expect(reportedMigrations).toEqual([...laterSteps, squashed.length]);
  });

  it('gives its keys 400 days from the migration, and leaves an end that a key has', async () => {
    await engines[engine].inDatabase(async (db, run) => {
      await migrateDatabase(db, 'embedded');
      await run(listSquashed);
      await run(`insert into api_keys (id, name, owner, scopes, token_hash, created_at, created_by, expires_at) values
        ('key_old', 'old', 'ops@example.com', '{read}', 'h1', now() - interval '3 years', 'command', null),
        ('key_own', 'own', 'ops@example.com', '{read}', 'h2', now() - interval '3 years', 'command', now() + interval '10 days')`);
      await migrateDatabase(db, 'embedded');
      const ends = await db.execute(
        'select id, round(extract(epoch from expires_at - now()) / 86400)::int as days from api_keys order by id',
      );
      expect(rowsOf(ends)).toEqual([
        { id: 'key_old', days: 400 },
        { id: 'key_own', days: 10 },
      ]);
    });
  });

  it('is refused and left as it is if it lists other migrations', async () => {
    await engines[engine].inDatabase(async (db, run) => {
      await migrateDatabase(db, 'embedded');
      for (const [change, sentence] of refusals) {
        await run(listSquashed);
        await run(change);
        const before = await journalOf(db);
        const refusal = await migrateDatabase(db, 'embedded').then(() => 'accepted', String);
        expect({ change, refusal }).toEqual({ change, refusal: expect.stringContaining(sentence) });
        expect(await journalOf(db)).toEqual(before);
      }
      await run(listSquashed);
      await migrateDatabase(db, 'embedded');
      expect(names(await journalOf(db))).toEqual(today);
    });
  }, 90_000);
});

describe('a data folder from before the migrations were squashed', () => {
  it('has the format of today once it was taken over, also if the start before ended between the two', async () => {
    const dataDir = copiedFolder({ format: 2, schema: lastSquashed });
    expect(await withStore(optionsOf({ dataDir }), async (db) => names(await journalOf(db)))).toEqual(today);
    expect(stampOf(dataDir)).toMatchObject({ format: 3, state: 'ready', schema: today.at(-1) });
  });

  it('is refused with the remedy if it lacks the last migrations', async () => {
    const dataDir = copiedFolder({ format: 2, schema: '0016_erasure' });
    await expect(openStore(optionsOf({ dataDir }))).rejects.toThrow(
      `The data folder ${dataDir} was made by an older version of this program; ${remedy}, or empty it with npm run reset.`,
    );
    expect(stampOf(dataDir)).toMatchObject({ format: 2, schema: '0016_erasure' });
  });

  it('is begun again if its first start had not ended', async () => {
    const dataDir = copiedFolder({ format: 2, state: 'creating', schema: '' });
    const options = optionsOf({ dataDir, startImage: inject('startImage') });
    expect(await withStore(options, async (db) => names(await journalOf(db)))).toEqual(today);
  });
});

describe.skipIf(inject('postgresUrl') === null)('a database from before the migrations were squashed', () => {
  it('is taken over once by two processes that start at the same time', async () => {
    const options = await squashedDatabase();
    const [one, other] = await Promise.all([withStore(options, journalOf), withStore(options, journalOf)]);
    expect(names(one)).toEqual(today);
    expect(other).toEqual(one);
    expect(new Set(one.map(({ written_by }) => written_by)).size).toBe(1);
  });

  const listed = ({ databaseUrl }: { readonly databaseUrl: string }) =>
    withClient(databaseUrl, async (client) => names(await journalOf(onPostgres(client))));

  it('keeps its list if the start is refused for another reason', async () => {
    const options = await squashedDatabase('production');
    await expect(openStore({ ...options, mode: 'embedded' })).rejects.toThrow('belongs to a production platform');
    expect(await listed(options)).toEqual(names(squashed));
  });

  it('is refused without the remedy that empties it, in production', async () => {
    const options = await squashedDatabase('production');
    await withClient(options.databaseUrl, (client) => client.query(`delete from schema_migrations where name = '${lastSquashed}'`));
    for (const migrates of [true, false]) await expect(openStore({ ...options, migrates })).rejects.toThrow(`${remedy}.`);
    expect(await listed(options)).toEqual(names(squashed).slice(0, -1));
  });

  it('waits for the command in production, which then takes it over', async () => {
    const options = await squashedDatabase('production');
    await expect(openStore({ ...options, migrates: false })).rejects.toThrow(/were squashed; run npm run billing -- migrate/);
    expect(await listed(options)).toEqual(names(squashed));
    await withStore(options, async () => undefined);
    await withStore({ ...options, migrates: false }, async () => undefined);
    expect(await listed(options)).toEqual(today);
  });
});
