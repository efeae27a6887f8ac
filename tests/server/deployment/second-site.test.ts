import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readDatabaseCondition } from '#server/database/database-condition.ts';
import { readConfig } from '#server/settings/config.ts';
import { adoptGatewayOf } from '#server/start/adopt-gateway.ts';
import { createLog } from '#server/tracing/log.ts';
import { startArchivedPostgres, type ArchivedPostgres } from '#tests/support/archived-postgres.ts';
import { booksSoFar, moneyFaults } from '#tests/support/money-checker.ts';
import { moneyOrganizations } from '#tests/support/money-organizations.ts';
import { payerAt, testCard } from '#tests/support/payer.ts';
import { startPlatform } from '#tests/support/platform.ts';
import { createDatabase } from '#tests/support/postgres-server.ts';

// Runs the exercise of DISASTER-RECOVERY.md at a small scale: a remote replica replaces a lost machine.

describe.skipIf(inject('postgresUrl') === null)('a site that is lost', () => {
  let home: string;
  let cluster: ArchivedPostgres;

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'billing-site-'));
    cluster = await startArchivedPostgres();
  });
  afterAll(async () => {
    await cluster?.clear();
    rmSync(home, { recursive: true, force: true });
  });

  it('is replaced by its replica, and the payments that the replica lacks are found at the gateway', async () => {
    const dataDir = join(home, 'gateway-lives-on');
    const start = (databaseUrl: string) =>
      startPlatform('postgres', { DATABASE_URL: databaseUrl, DATA_DIR: dataDir }, { seeds: moneyOrganizations, automatic: false });
    const source = await createDatabase(cluster.url);
    const first = await start(source);
    const payer = payerAt(first);
    const since = await booksSoFar(first.context.db);
    const replica = await cluster.follow();
    const lag = async (): Promise<number> => (await readDatabaseCondition(first.context.db)).replicationLagBytes ?? Infinity;

    expect((await payer.topUp('payg', { payment_method_id: await payer.card(testCard.good) })).status).toBe(201);
    await expect.poll(lag).toBe(0);
    await replica.stop();
    // Makes a payment while the replica is offline, so only the lost machine and the gateway have this payment.
    expect((await payer.topUp('payg', { amount: 300, payment_method_id: await payer.card(testCard.good) })).status).toBe(201);
    expect(await lag()).toBeGreaterThan(0);
    await first.stop();
    await (await start(source)).stop();
    await cluster.crash();

    await replica.start();
    await replica.promote();
    const target = `${replica.url}/${basename(source)}`;
    const careful = await start(target);
    // The platform detects that another copy of the database has used the gateway after this copy was made.
    expect(careful.context.payments.pause()).toBe('behind');
    expect(await payerAt(careful).balance('payg')).toBe(10_000);
    await careful.stop();
    const config = readConfig({ DATABASE_URL: target, DATA_DIR: dataDir });
    expect(await adoptGatewayOf(config, createLog(config))).toMatch(/^The payment gateway belongs to this database now\./);

    const second = await start(target);
    const { balance, settled, sandbox, topUp, card } = payerAt(second);
    await second.context.payments.worker.reconcile(0);
    await settled();
    expect(await balance('payg')).toBe(10_000);
    const { unsettled } = (await second.ask('/metrics/unsettled')).body;
    expect(unsettled.map(({ subject, amount_cents }: any) => [subject.split(':')[0], amount_cents])).toEqual([['unknown_payment', 30_000]]);
    const unknown = sandbox.money().at(-1)?.paymentIntent ?? '';
    expect((await topUp('payg', { payment_method_id: await card(testCard.good) })).status).toBe(201);
    await second.context.paymentContext.gateway.createRefund({ paymentId: unknown, amountCents: null, metadata: {} }, 'by-hand');
    await settled();
    expect((await second.ask('/metrics/unsettled')).body.unsettled).toEqual([]);
    expect(await moneyFaults(second.context.db, sandbox.money(), since)).toEqual([]);
    await second.stop();
  }, 90_000);
});
