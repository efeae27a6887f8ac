import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { adoptGatewayOf } from '#server/start/adopt-gateway.ts';
import { readConfig } from '#server/settings/config.ts';
import { rowsOf } from '#server/database/database.ts';
import { createLog } from '#server/tracing/log.ts';
import { startArchivedPostgres, type ArchivedPostgres } from '#tests/support/archived-postgres.ts';
import { booksSoFar, moneyFaults } from '#tests/support/money-checker.ts';
import { moneyOrganizations } from '#tests/support/money-organizations.ts';
import { payerAt, testCard } from '#tests/support/payer.ts';
import { startPlatform } from '#tests/support/platform.ts';
import { createDatabase } from '#tests/support/postgres-server.ts';

describe.skipIf(inject('postgresUrl') === null)('a database that is lost', () => {
  let home: string;
  let cluster: ArchivedPostgres;

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'billing-point-'));
    cluster = await startArchivedPostgres();
  });
  afterAll(async () => {
    await cluster?.clear();
    rmSync(home, { recursive: true, force: true });
  });

  it('is brought back to a moment after the last backup, and the gap to the gateway is closed', async () => {
    const dataDir = join(home, 'gateway-lives-on');
    const start = (databaseUrl: string) =>
      startPlatform('postgres', { DATABASE_URL: databaseUrl, DATA_DIR: dataDir }, { seeds: moneyOrganizations, automatic: false });
    const source = await createDatabase(cluster.url);
    const first = await start(source);
    const payer = payerAt(first);
    const since = await booksSoFar(first.context.db);
    cluster.backUp();
    // Only the archived log contains this payment, because the payment is newer than the backup and older than the restore time.
    expect((await payer.topUp('payg', { payment_method_id: await payer.card(testCard.good) })).status).toBe(201);
    const [row] = rowsOf<{ moment: string }>(await first.context.db.execute('select clock_timestamp()::text as moment'));
    // Only the gateway has this payment, because the payment is newer than the restore time.
    expect((await payer.topUp('payg', { amount: 300, payment_method_id: await payer.card(testCard.good) })).status).toBe(201);
    await first.stop();
    // Starts a process, so that the gateway stores a mark that is newer than the restored database.
    await (await start(source)).stop();
    await cluster.lose();

    const target = `${await cluster.restoreTo(row?.moment ?? '')}/${basename(source)}`;
    const careful = await start(target);
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
    expect((await topUp('payg', { payment_method_id: await card(testCard.good) })).status).toBe(201);
    const { paymentIntent: paymentId } = sandbox.money()[1] ?? { paymentIntent: '' };
    await second.context.paymentContext.gateway.createRefund({ paymentId, amountCents: null, metadata: {} }, 'by-hand');
    await settled();
    expect((await second.ask('/metrics/unsettled')).body.unsettled).toEqual([]);
    expect(await moneyFaults(second.context.db, sandbox.money(), since)).toEqual([]);
    await second.stop();
  }, 90_000);
});
