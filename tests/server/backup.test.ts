import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { adoptGatewayOf } from '#server/start/adopt-gateway.ts';
import { readConfig } from '#server/settings/config.ts';
import { createLog } from '#server/tracing/log.ts';
import { openStore } from '#server/database/open.ts';
import { rowsOf, type Database, type Store } from '#server/database/database.ts';
import { booksSoFar, moneyFaults } from '#tests/support/money-checker.ts';
import { moneyOrganizations } from '#tests/support/money-organizations.ts';
import { payerAt, testCard } from '#tests/support/payer.ts';
import { startPlatform, type TestPlatform } from '#tests/support/platform.ts';
import { createDatabase } from '#tests/support/postgres-server.ts';
import { postgresPrograms } from '#tests/support/programs.mjs';
import { storedDigest } from '#tests/support/stored-digest.ts';

const migrationFolder = 'src/server/database/migrations';
let home: string;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'billing-backup-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const open = (databaseUrl: string | null, dataDir = join(home, 'unused'), mode: 'embedded' | 'production' = 'embedded'): Promise<Store> =>
  openStore({ mode, dataDir, databaseUrl, startImage: null, report: () => undefined });

async function inStore<T>(store: Store, work: (db: Database) => Promise<T>): Promise<T> {
  try {
    return await work(store.db);
  } finally {
    await store.close();
  }
}

it('a data folder that is copied while nobody has it open is the same platform elsewhere', async () => {
  const [original, copy] = [join(home, 'original'), join(home, 'copy')];
  cpSync(inject('demoImage'), original, { recursive: true });
  const before = await inStore(await open(null, original), storedDigest);
  cpSync(original, copy, { recursive: true });
  expect(await inStore(await open(null, copy), storedDigest)).toBe(before);
});

describe.skipIf(inject('postgresUrl') === null)('PostgreSQL', () => {
  const cluster = inject('postgresUrl') ?? '';
  const program = (name: string): string => join(postgresPrograms() ?? '', name);
  const dump = (source: string): string => {
    const file = join(home, `${basename(source)}.dump`);
    execFileSync(program('pg_dump'), ['--format=custom', '--no-owner', `--file=${file}`, source]);
    return file;
  };
  const restore = (file: string, target: string): void =>
    void execFileSync(program('pg_restore'), ['--no-owner', '--exit-on-error', '--single-transaction', `--dbname=${target}`, file]);

  it('is dumped while it works and restored into another database, with every rule of the ledger in force', async () => {
    const source = await createDatabase(cluster, inject('demoTemplate') ?? '');
    const target = await createDatabase(cluster);
    const before = await inStore(await open(source), storedDigest);
    restore(dump(source), target);
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

  describe('as a copy that is restored', () => {
    // The gateway keeps its data when the database is restored, as a real gateway would.
    const start = (databaseUrl: string, dataDir: string) =>
      startPlatform('postgres', { DATABASE_URL: databaseUrl, DATA_DIR: dataDir }, { seeds: moneyOrganizations, automatic: false });

    async function chargedAfterDump(dataDir: string) {
      const [source, target] = [await createDatabase(cluster), await createDatabase(cluster)];
      const first = await start(source, dataDir);
      const { topUp, card } = payerAt(first);
      const since = await booksSoFar(first.context.db);
      expect((await topUp('payg', { payment_method_id: await card(testCard.good) })).status).toBe(201);
      restore(dump(source), target);
      expect((await topUp('payg', { amount: 300, payment_method_id: await card(testCard.good) })).status).toBe(201);
      await first.stop();
      return { source, target, since };
    }
    const unsettled = async ({ ask }: TestPlatform) =>
      (await ask('/metrics/unsettled')).body.unsettled.map(({ subject, amount_cents }: any) => [subject.split(':')[0], amount_cents]);

    it('moves no money while the original goes on, and can be read', async () => {
      const dataDir = join(home, 'original-goes-on');
      const { source, target } = await chargedAfterDump(dataDir);
      await (await start(source, dataDir)).stop();
      const copy = await start(target, dataDir);
      const { balance, topUp, change, send, card, captcha, pass, settled, sandbox, subscription } = payerAt(copy);
      const moved = sandbox.money();
      expect(copy.context.payments.pause()).toBe('behind');
      expect(copy.logged).toContainEqual(expect.objectContaining({ event: 'gateway_writes_paused', reason: 'behind' }));
      expect(await copy.ask('/readyz')).toMatchObject({ status: 200, body: { status: 'ready', payments: 'paused', why: 'behind' } });
      expect((await copy.ask('/metrics')).body).toMatch(/^platform_payments_paused 1$/m);
      const refused = [
        await topUp('payg', { payment_method_id: await card(testCard.good) }),
        await change('payg', { tier: 'tier_team', payment_method: await card(testCard.good) }),
        await send('POST', '/platform/organizations/payg/payments/setup-intent', { hcaptchaToken: captcha() }),
      ];
      expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [409, 'payments_paused']));
      // Moves the clock past the renewal, and reads all gateway events. The paused platform must charge nothing.
      await pass((await subscription('payg'))['current_period_end'] - copy.context.clock.nowSeconds() + 7200);
      await copy.context.payments.worker.reconcile(0);
      await settled();
      expect(sandbox.money()).toEqual(moved);
      expect(await subscription('payg')).toMatchObject({ payments_paused: true });
      expect(await balance('payg')).toBeGreaterThan(0);
      await copy.stop();
      const original = await start(source, dataDir);
      expect(original.context.payments.pause()).toBeNull();
      await original.stop();
    });

    it('goes on once an operator has adopted the gateway, and leaves to them what was charged after the dump', async () => {
      const dataDir = join(home, 'gateway-lives-on');
      const { source, target, since } = await chargedAfterDump(dataDir);
      await (await start(source, dataDir)).stop();
      const config = readConfig({ DATABASE_URL: target, DATA_DIR: dataDir });
      expect(await adoptGatewayOf(config, createLog(config))).toMatch(/^The payment gateway belongs to this database now\./);
      const second = await start(target, dataDir);
      const { balance, settled, sandbox, topUp, card } = payerAt(second);
      expect(second.context.payments.pause()).toBeNull();
      for (let times = 0; times < 2; times += 1) {
        await second.context.payments.worker.reconcile(0);
        await settled();
        expect(await balance('payg')).toBe(10_000);
        expect(sandbox.money().map(({ kind, amount }) => [kind, amount])).toEqual([
          ['charge_succeeded', 10_000],
          ['charge_succeeded', 30_000],
        ]);
      }
      expect(second.logged.filter(({ event }) => event === 'payment_unknown')).toHaveLength(1);
      expect(await unsettled(second)).toEqual([['unknown_payment', 30_000]]);
      expect((await topUp('payg', { payment_method_id: await card(testCard.good) })).status).toBe(201);
      // An operator refunds the payment that the restored database does not contain.
      const { paymentIntent: paymentId } = sandbox.money()[1] ?? { paymentIntent: '' };
      await second.context.paymentContext.gateway.createRefund({ paymentId, amountCents: null, metadata: {} }, 'by-hand');
      await settled();
      expect(await unsettled(second)).toEqual([]);
      expect(await moneyFaults(second.context.db, sandbox.money(), since)).toEqual([]);
      await second.stop();
      const original = await start(source, dataDir);
      expect(original.context.payments.pause()).toBe('other_instance');
      await original.stop();
    });
  });

  it('of the schema before is brought to this one at the next start, with what it holds', async () => {
    const url = await createDatabase(cluster);
    const files = readdirSync(migrationFolder)
      .filter((name) => name.endsWith('.sql'))
      .toSorted();
    const client = new pg.Client(url);
    await client.connect();
    await client.query('create table schema_migrations (name text primary key, hash text not null, needs text)');
    for (const file of files.slice(0, -1)) {
      const text = readFileSync(join(migrationFolder, file), 'utf8');
      await client.query('begin');
      for (const statement of text.split('--> statement-breakpoint')) await client.query(statement);
      await client.query('commit');
      const hash = createHash('sha256').update(text).digest('hex');
      await client.query('insert into schema_migrations (name, hash) values ($1, $2)', [basename(file, '.sql'), hash]);
    }
    await client.query("insert into members (handle, username, primary_email) values ('ada', 'ada', 'ada@example.com')");
    await client.query("insert into organizations (slug, name) values ('old', 'Old')");
    await client.end();

    await inStore(await open(url, undefined, 'production'), async (db) => {
      const applied = rowsOf<{ name: string }>(await db.execute('select name from schema_migrations order by name'));
      expect(applied.map(({ name }) => `${name}.sql`)).toEqual(files);
      expect(rowsOf(await db.execute('select m.username, o.slug from members m, organizations o'))).toEqual([
        { username: 'ada', slug: 'old' },
      ]);
      await db.execute("update organizations set name = 'New'");
    });
  });
});
