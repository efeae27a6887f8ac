import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { openContext } from '#server/context.ts';
import { rowsOf, type Database } from '#server/database/database.ts';
import { openPostgres } from '#server/database/postgres.ts';
import { StartError } from '#server/start-error.ts';
import { createDatabase } from '#tests/support/postgres-server.ts';

describe.skipIf(inject('postgresUrl') === null)('a PostgreSQL that answers and is of no use is told of in one sentence', () => {
  const cluster = inject('postgresUrl') ?? '';
  const role = `lodger_${process.pid}`;
  let folder: string;
  let empty: string;
  let migrated: string;

  const run = async (address: string, ...statements: readonly string[]) => {
    const client = new pg.Client(address);
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  /** Opens the platform as the role. @returns what is told instead, or null */
  const opened = async (address: string): Promise<string | null> => {
    const url = new URL(address);
    url.username = role;
    url.password = 'password-secret';
    const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: folder, DATABASE_URL: url.href });
    try {
      const context = await openContext(config, null, undefined, { automatic: false, forgetsGateway: true, seeds: [] });
      await context.close();
      return null;
    } catch (error) {
      expect(error).toBeInstanceOf(StartError);
      return (error as StartError).message;
    }
  };
  const sentence = (reason: string) =>
    expect.stringMatching(
      new RegExp(
        `^PostgreSQL at 127\\.0\\.0\\.1:\\d+ \\(DATABASE_URL\\) can't be used: ${reason}; the platform creates, reads and writes tables`,
      ),
    );

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'billing-unusable-'));
    empty = await createDatabase(cluster);
    migrated = await createDatabase(cluster, inject('fleetTemplate') ?? '');
    await run(empty, `create role ${role} login`);
  });
  afterAll(async () => {
    await run(migrated, `drop owned by ${role}`);
    await run(empty, `drop owned by ${role}`, `drop role ${role}`);
    rmSync(folder, { recursive: true, force: true });
  });

  it('and one whose connections end fails what was under way on them, and nothing else', async () => {
    const store = await openPostgres(migrated, 'embedded', () => undefined, { migrates: false });
    const end = (pid: number) => run(migrated, `select pg_terminate_backend(${pid})`);
    const pidIn = async (db: Database): Promise<number> =>
      rowsOf<{ pid: number }>(await db.execute('select pg_backend_pid() as pid'))[0]?.pid ?? 0;
    // While a statement runs, and between two of a transaction: the pool does not watch the connection then.
    const asleep = store.db.transaction(async (tx) => {
      const pid = await pidIn(tx);
      await Promise.all([tx.execute('select pg_sleep(20)'), end(pid)]);
    });
    await expect(asleep).rejects.toThrow(/Failed query/);
    const between = store.db.transaction(async (tx) => {
      await end(await pidIn(tx));
      await expect
        .poll(() =>
          tx.execute('select 1').then(
            () => 'works',
            () => 'broken',
          ),
        )
        .toBe('broken');
      await tx.execute('select 1');
    });
    await expect(between).rejects.toThrow(/Failed query/);
    expect(rowsOf(await store.db.execute('select 1 as one'))).toEqual([{ one: 1 }]);
    await store.close();
  });

  it('where its role may create nothing', async () => {
    expect(await opened(empty)).toEqual(sentence('its role lacks a right \\(permission denied for schema public\\)'));
  });

  it('where its role may read nothing of what is there', async () => {
    expect(await opened(migrated)).toEqual(sentence('its role lacks a right \\(permission denied for table schema_migrations\\)'));
  });

  it('but not where the tables are there already and its role may use them, though it may create none', async () => {
    await run(
      migrated,
      `grant select, insert, update, delete on all tables in schema public to ${role}`,
      `grant usage on all sequences in schema public to ${role}`,
    );
    expect(await opened(migrated)).toBeNull();
  });

  it('where nothing may be written', async () => {
    await run(empty, `grant create on schema public to ${role}`, `alter role ${role} set default_transaction_read_only = on`);
    const readOnly = 'nothing may be written there, as on a standby \\(cannot execute \\w+( \\w+)? in a read-only transaction\\)';
    expect(await opened(empty)).toEqual(sentence(readOnly));
    expect(await opened(migrated)).toEqual(sentence(readOnly));
  });
});
