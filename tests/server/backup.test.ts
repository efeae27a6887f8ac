import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openStore } from '#server/store/open.ts';
import { rowsOf, type Database, type Store } from '#server/store/database.ts';
import { createDatabase, postgresPrograms } from '#tests/support/postgres-server.ts';
import { storedDigest } from '#tests/support/stored-digest.ts';

const migrationFolder = 'src/server/store/migrations';
let home: string;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'billing-backup-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const open = (databaseUrl: string | null, dataDir = join(home, 'unused')): Promise<Store> =>
  openStore({ dataDir, databaseUrl, startImage: null, report: () => undefined });

async function inStore<T>(store: Store, work: (db: Database) => Promise<T>): Promise<T> {
  try {
    return await work(store.db);
  } finally {
    await store.close();
  }
}

it('a data folder that is copied while nobody has it open is the same platform elsewhere', async () => {
  const [original, copy] = [join(home, 'original'), join(home, 'copy')];
  cpSync(inject('fleetImage'), original, { recursive: true });
  const before = await inStore(await open(null, original), storedDigest);
  cpSync(original, copy, { recursive: true });
  expect(await inStore(await open(null, copy), storedDigest)).toBe(before);
});

describe.skipIf(inject('postgresUrl') === null)('PostgreSQL', () => {
  const cluster = inject('postgresUrl') ?? '';
  const program = (name: string): string => join(postgresPrograms() ?? '', name);

  it('is dumped while it works and restored into another database, with every rule of the ledger in force', async () => {
    const source = await createDatabase(cluster, inject('fleetTemplate') ?? '');
    const target = await createDatabase(cluster);
    const file = join(home, 'platform.dump');
    const before = await inStore(await open(source), storedDigest);
    execFileSync(program('pg_dump'), ['--format=custom', '--no-owner', `--file=${file}`, source]);
    execFileSync(program('pg_restore'), ['--no-owner', '--exit-on-error', '--single-transaction', `--dbname=${target}`, file]);
    await inStore(await open(target), async (db) => {
      expect(await storedDigest(db)).toBe(before);
      for (const statement of ['delete from ledger_entries', 'update audit_entries set username = null'])
        await expect(db.execute(statement)).rejects.toMatchObject({ cause: { message: expect.stringContaining('append-only') } });
      const next = await db.execute(
        "select nextval(pg_get_serial_sequence('ledger_transactions', 'id')) > max(id) as free from ledger_transactions",
      );
      expect(rowsOf(next)).toEqual([{ free: true }]);
    });
  });

  it('of the schema before is brought to this one at the next start, with what it holds', async () => {
    const url = await createDatabase(cluster);
    const files = readdirSync(migrationFolder)
      .filter((name) => name.endsWith('.sql'))
      .toSorted();
    const client = new pg.Client(url);
    await client.connect();
    await client.query('create table schema_migrations (name text primary key, hash text not null)');
    for (const file of files.slice(0, -1)) {
      const text = readFileSync(join(migrationFolder, file), 'utf8');
      for (const statement of text.split('--> statement-breakpoint')) await client.query(statement);
      const hash = createHash('sha256').update(text).digest('hex');
      await client.query('insert into schema_migrations (name, hash) values ($1, $2)', [basename(file, '.sql'), hash]);
    }
    await client.query("insert into members (handle, username, primary_email) values ('ada', 'ada', 'ada@example.com')");
    await client.query("insert into organizations (slug, name) values ('old', 'Old')");
    await client.end();

    await inStore(await open(url), async (db) => {
      const applied = rowsOf<{ name: string }>(await db.execute('select name from schema_migrations order by name'));
      expect(applied.map(({ name }) => `${name}.sql`)).toEqual(files);
      expect(rowsOf(await db.execute('select m.username, o.slug from members m, organizations o'))).toEqual([
        { username: 'ada', slug: 'old' },
      ]);
      await db.execute("update organizations set name = 'New'");
    });
  });
});
