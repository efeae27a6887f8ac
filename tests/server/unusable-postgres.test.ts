import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readConfig } from '#server/settings/config.ts';
import { openContext } from '#server/context.ts';
import { databaseCode, isUnavailable, UnknownOutcome } from '#server/database/database-error.ts';
import { rowsOf, type Database, type Store } from '#server/database/database.ts';
import { openPostgres } from '#server/database/postgres.ts';
import { StartError } from '#server/start/start-error.ts';
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
  /** @returns the error message, or null */
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
    migrated = await createDatabase(cluster, inject('demoTemplate') ?? '');
    await run(empty, `create role ${role} login`);
  });
  afterAll(async () => {
    await run(migrated, `drop owned by ${role}`);
    await run(empty, `drop owned by ${role}`, `drop role ${role}`);
    rmSync(folder, { recursive: true, force: true });
  });

  describe('but one whose connections end', () => {
    let store: Store;
    beforeAll(async () => {
      store = await openPostgres(migrated, 'embedded', () => undefined, { migrates: false });
      await run(
        migrated,
        `create table notes (id int); create function end_connection() returns trigger language plpgsql as 'begin perform pg_terminate_backend(pg_backend_pid()); return null; end'`,
        'create table last_notes (id int)',
        'create constraint trigger ends after insert on last_notes deferrable initially deferred for each row execute function end_connection()',
      );
    });
    afterAll(() => store.close());
    const end = (pid: number) => run(migrated, `select pg_terminate_backend(${pid})`);
    const pidIn = async (db: Database): Promise<number> =>
      rowsOf<{ pid: number }>(await db.execute('select pg_backend_pid() as pid'))[0]?.pid ?? 0;
    const count = async (table: string): Promise<number> =>
      rowsOf<{ n: number }>(await store.db.execute(`select count(*)::int as n from ${table}`))[0]?.n ?? 0;

    it('does on another one what was not committed, once', async () => {
      let tries = 0;
      await store.db.transaction(async (tx) => {
        tries += 1;
        await tx.execute(`insert into notes values (${tries})`);
        // Try 1 loses the connection during a statement. Try 2 loses it between two statements, while no code waits for a response.
        const pid = await pidIn(tx);
        if (tries === 1) await Promise.all([tx.execute('select pg_sleep(20)'), end(pid)]);
        if (tries === 2) {
          await end(pid);
          await expect.poll(() => tx.execute('select 1').then(String, () => 'broken')).toBe('broken');
          await tx.execute('select 1');
        }
      });
      expect([tries, await count('notes')]).toEqual([3, 1]);
    });

    it('says that the outcome is not known where it ends at the commit, and does nothing again', async () => {
      let tries = 0;
      const lost = await store.db
        .transaction(async (tx) => {
          tries += 1;
          await tx.execute('insert into last_notes values (1)');
        })
        .catch((error: unknown) => error);
      expect([lost, isUnavailable(lost), tries]).toEqual([expect.any(UnknownOutcome), true, 1]);
      expect(await store.db.execute('insert into last_notes values (2)').catch((error: unknown) => databaseCode(error))).toBe('08007');
      expect(await count('last_notes')).toBe(0);
      expect(store.pool?.().total).toBeLessThanOrEqual(1);
    });

    it('and one that takes writes no more, as a leader that has become a standby, is left for another', async () => {
      await store.db.execute(`select set_config('default_transaction_read_only', 'on', false)`);
      const before = await pidIn(store.db);
      await store.db.execute('insert into notes values (9)').catch(() => undefined);
      await store.db.transaction(async (tx) => tx.execute('insert into notes values (10)'));
      expect(await pidIn(store.db)).not.toBe(before);
    });

    it("and two that stand in each other's way both come through", async () => {
      const bump = (level: 'serializable') =>
        store.db.transaction(
          async (tx) => {
            const n = rowsOf<{ n: number }>(await tx.execute('select count(*)::int as n from notes'))[0]?.n ?? 0;
            await tx.execute(`insert into notes values (${n + 100})`);
          },
          { isolationLevel: level },
        );
      const before = await count('notes');
      await Promise.all(Array.from({ length: 3 }, () => bump('serializable')));
      expect(await count('notes')).toBe(before + 3);
    });
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
    const readOnly = 'nothing may be written there, as on a standby \\(cannot execute \\w+( \\w+)* in a read-only transaction\\)';
    expect(await opened(empty)).toEqual(sentence(readOnly));
    expect(await opened(migrated)).toEqual(sentence(readOnly));
  });
});
