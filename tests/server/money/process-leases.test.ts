import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { beginLife } from '#server/payments/process-life.ts';
import { runOutbox } from '#server/payments/outbox-work.ts';
import { topUp } from '#server/payments/top-up.ts';
import { rowsOf } from '#server/database/database.ts';
import { findOrganization } from '#server/store/organizations.ts';
import { endAllLeases, endLeasesOfEnded, renewProcess } from '#server/store/processes.ts';
import { addWork, takeWork } from '#server/store/outbox.ts';
import { dyingAt, Killed, processOn, type Process } from '#tests/support/money-processes.ts';
import { onMoneyPlatform } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';

const later = () => new Date(Date.now() + 60_000);

onMoneyPlatform((money) => {
  const idOf = async (slug: string): Promise<number> => {
    const { body } = await money().send('GET', `/platform/organizations/${slug}`);
    return (await findOrganization(money().db, body.id)).id;
  };
  const running = async (differs: Parameters<typeof processOn>[1] = {}): Promise<Process> => {
    const process = processOn(money(), differs);
    await renewProcess(money().db, process.paymentContext.processId);
    return process;
  };
  const silentFor = (seconds: number, { paymentContext: { processId } }: Process) =>
    money().db.execute(sql`update processes set renewed_at = now() - make_interval(secs => ${seconds}) where id = ${processId}`);
  const buy = async ({ paymentContext }: Process, slug: string, body: Record<string, unknown>, key: string) => {
    const organizationId = await idOf(slug);
    const request = { call: 'topUpCredits', organizationId, memberId: 1, idempotencyKey: key, requestId: 'req_lease', input: body, body };
    return topUp(paymentContext, request as never);
  };

  beforeEach(() => money().db.execute(sql`delete from rate_limits`));

  it('a retry goes on 15 seconds after the last sign of the process that was killed, with the captcha that it has passed', async () => {
    const { card, captcha, balance, platform } = money();
    // This process dies after it has checked the captcha and before it inserts the top-up.
    const killed = await running({ gateway: dyingAt(platform.context.paymentContext.gateway, 'retrievePaymentMethod', 'before') });
    const other = await running();
    const body = { amount: 100, payment_method_id: await card(testCard.good), hcaptcha_token: captcha() };
    const before = await balance('payg');
    // Below, the test inserts the row of the idempotency key. The killed process would have written this row last.
    await expect(buy(killed, 'payg', body, 'k-killed')).rejects.toThrow(Killed);
    await money().db.execute(sql`insert into idempotency_keys (organization_id, key, call, body_hash, locked_until, process_id, created_at)
      select ${await idOf('payg')}, 'k-killed', 'topUpCredits', ${await hashOf(body)}, ${later().toISOString()}::timestamptz,
        ${killed.paymentContext.processId}, now() on conflict do nothing`);
    await silentFor(14, killed);
    await expect(buy(other, 'payg', body, 'k-killed')).rejects.toMatchObject({ code: 'idempotency_key_in_use' });
    await silentFor(15, killed);
    expect(await buy(other, 'payg', body, 'k-killed')).toEqual({ status: 201, data: { status: 'succeeded' } });
    expect(await balance('payg')).toBe(before + 10_000);
    await expect(buy(other, 'payg', body, 'k-other')).rejects.toMatchObject({ code: 'rule_violated' });
    await expect(buy(other, 'rich', body, 'k-killed')).rejects.toMatchObject({ code: 'rule_violated' });
  });

  it('a process that runs keeps its key from all others', async () => {
    const [holder, other] = [await running(), await running()];
    const organizationId = await idOf('capped');
    const body = { amount: 100, payment_method_id: 'pm_x', hcaptcha_token: 'x' };
    await money().db.execute(sql`insert into idempotency_keys (organization_id, key, call, body_hash, locked_until, process_id, created_at)
      values (${organizationId}, 'k-held', 'topUpCredits', ${await hashOf(body)}, ${later().toISOString()}::timestamptz, ${holder.paymentContext.processId}, now())`);
    for (const process of [holder, other])
      await expect(buy(process, 'capped', body, 'k-held')).rejects.toMatchObject({ code: 'idempotency_key_in_use' });
  });

  it('work that an ended process has taken is taken by another as soon as its leases end', async () => {
    const { db } = money();
    await endLeasesOfEnded(db);
    const [killed, other] = [await running(), await running()];
    await addWork(db, { organizationId: await idOf('rich'), kind: 'sync_methods', subject: 'rich-lease' });
    const taken = await takeWork(db, new Date(), { until: later(), by: killed.paymentContext.processId }, 50);
    expect(taken.map(({ subject }) => subject)).toContain('rich-lease');
    expect(await endLeasesOfEnded(db)).toBe(0);
    expect(await runOutbox(other.paymentContext)).toBe(0);
    await silentFor(16, killed);
    expect(await endLeasesOfEnded(db)).toBe(1);
    const again = await takeWork(db, new Date(), { until: later(), by: other.paymentContext.processId }, 50);
    expect(again.map(({ subject }) => subject)).toContain('rich-lease');
  });

  it('a process renews its row, and gives free what it holds when it ends in order', async () => {
    const { db } = money();
    const process = processOn(money());
    const life = await beginLife(process.paymentContext, false);
    const rows = async () =>
      rowsOf<{ age: number }>(
        await db.execute(
          sql`select extract(epoch from now() - renewed_at)::float8 as age from processes where id = ${process.paymentContext.processId}`,
        ),
      );
    expect((await rows())[0]?.age).toBeLessThan(5);
    await addWork(db, { organizationId: await idOf('top'), kind: 'sync_methods', subject: 'top-lease' });
    await takeWork(db, new Date(), { until: later(), by: process.paymentContext.processId }, 50);
    await life.end();
    expect(await rows()).toEqual([]);
    const again = await takeWork(db, new Date(), { until: later(), by: 'another' }, 50);
    expect(again.map(({ subject }) => subject)).toContain('top-lease');
  });

  it('the start of the only process ends every lease', async () => {
    const { db } = money();
    const holder = await running();
    await addWork(db, { organizationId: await idOf('agreed'), kind: 'sync_methods', subject: 'agreed-lease' });
    await takeWork(db, new Date(), { until: later(), by: holder.paymentContext.processId }, 50);
    await endAllLeases(db);
    expect(rowsOf(await db.execute(sql`select from processes`))).toEqual([]);
    const again = await takeWork(db, new Date(), { until: later(), by: 'another' }, 50);
    expect(again.map(({ subject }) => subject)).toContain('agreed-lease');
  });
});

async function hashOf(input: unknown): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(input)));
  return Buffer.from(digest).toString('base64url');
}
