import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { processOn } from '#tests/support/money-processes.ts';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';
import { startPlatform, type TestPlatform } from '#tests/support/platform.ts';

onMoneyPlatformWith({ kinds: ['pglite'] }, (money) => {
  it('follows one request by one id: answer, log, audit and the calls of the gateway', async () => {
    const { platform, card, send } = money();
    const { ask, logged } = platform;
    const answer = await ask('/platform/organizations/free-one/billing/subscription', {
      as: 'owner',
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', 'X-Request-Id': 'follow-me-1' },
      body: JSON.stringify({ tier: 'tier_pro', payment_method: await card(testCard.good) }),
    });
    const id = answer.headers.get('X-Request-Id');
    expect([answer.status, id]).toEqual([200, expect.stringMatching(/^req_/)]);
    const lines = logged.filter(({ requestId }) => requestId === id);
    expect(lines).toContainEqual(
      expect.objectContaining({ msg: 'request', route: 'updateSubscription', status: 200, callerRequestId: 'follow-me-1' }),
    );
    expect(lines).toContainEqual(
      expect.objectContaining({
        event: 'gateway_call',
        method: 'POST',
        path: '/v1/payment_intents',
        status: 200,
        gatewayRequestId: expect.stringMatching(/^req_/),
      }),
    );
    const { entries } = (await send('GET', '/platform/organizations/free-one/billing/audit')).body;
    expect(entries.map(({ request_id }: { request_id: string }) => request_id)).toContain(id);
  });

  it('names the request in the answer of a failure, the log has the cause', async () => {
    const { platform, card } = money();
    const declined = await platform.ask('/platform/organizations/free-two/billing/subscription', {
      as: 'owner',
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ tier: 'tier_pro', payment_method: await card(testCard.declines) }),
    });
    const id = declined.headers.get('X-Request-Id');
    expect([declined.status, declined.body.request_id]).toEqual([402, id]);
    expect(platform.logged).toContainEqual(expect.objectContaining({ event: 'gateway_call', requestId: id, status: 402 }));
  });

  it('counts requests by call, gateway calls, and what waits', async () => {
    const { body, headers } = await money().platform.ask('/metrics');
    expect(headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const text = body as string;
    expect(text).toMatch(/^http_request_duration_seconds_count\{route="updateSubscription",method="PUT",status="200"\} 1$/m);
    expect(text).toMatch(/^http_request_duration_seconds_bucket\{le="\+Inf",route="updateSubscription",method="PUT",status="402"\} 1$/m);
    expect(text).toMatch(/^gateway_request_duration_seconds_count\{method="POST",status="402"\} [1-9]/m);
    expect(text).toMatch(/^platform_payments_unanswered 0$/m);
    const buckets = [
      ...text.matchAll(/^http_request_duration_seconds_bucket\{le="[^"]+",route="updateSubscription",method="PUT",status="200"\} (\d+)$/gm),
    ];
    const counts = buckets.map(([, count]) => Number(count));
    // Histogram buckets are cumulative.
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(counts.at(-2)).toBe(1);
    for (const line of text.trim().split(/\n+/)) expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{[^}]*\})? [-\d.e+]+)$/);
  });

  it('counts what keeps the objectives, and what does not', async () => {
    const { platform, card, sandbox } = money();
    const figures = async (): Promise<string[]> =>
      ((await platform.ask('/metrics')).body as string)
        .split('\n')
        .filter((line) => line.startsWith('platform_objective_requests_total{'))
        .map((line) => line.replace(/^.*?\{objective="(\w+)",outcome="(\w+)"\} (\d+)$/, '$1 $2 $3'));
    const counts = async () => new Map((await figures()).map((line) => [line.replace(/ \d+$/, ''), Number(line.split(' ')[2])]));
    const before = await counts();
    expect([...before.keys()]).toEqual(
      ['page_reads', 'money_writes'].flatMap((name) => ['good', 'slow', 'failed'].map((one) => `${name} ${one}`)),
    );
    const change = async (paymentMethod: string) =>
      (
        await platform.ask('/platform/organizations/free-two/billing/subscription', {
          as: 'owner',
          method: 'PUT',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ tier: 'tier_pro', payment_method: paymentMethod }),
        })
      ).status;
    expect(await change(await card(testCard.declines))).toBe(402);
    const good = await card(testCard.good);
    sandbox.faults.add({ on: 'request', effect: 'server_error_before', path: '/payment_intents', times: 1_000 });
    expect(await change(good)).toBe(500);
    sandbox.faults.clear();
    const after = await counts();
    const more = (name: string): number => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    expect([more('money_writes good'), more('money_writes failed')]).toEqual([1, 1]);
  });

  it('keeps ids and whatever strangers send out of the series', async () => {
    const { ask } = money().platform;
    await ask('/platform/organizations/free-one/billing/invoices/in_secret00001', { as: 'owner' });
    await ask('/anything/at/all?x=1', { method: 'PATCH' });
    await fetch(`${money().platform.origin}/`, { method: 'BREW' });
    const text = (await ask('/metrics')).body as string;
    expect(text).not.toMatch(/in_secret|anything|BREW|free-one/);
    expect(text).toMatch(/route="getInvoice"/);
  });

  it('tells operators what waits', async () => {
    const { platform, db } = money();
    await db.execute(
      "insert into outbox (organization_id, kind, subject, state, run_after) select id, 'refund', 'pi_x', 'dead', now() from organizations limit 1",
    );
    expect((await platform.ask('/metrics')).body).toMatch(/^platform_gateway_work_dead 1$/m);
  });

  it('lists for operators what can not be known or is refused for good, and nothing that is settled', async () => {
    const { platform, db, topUp, card, sandbox } = money();
    sandbox.faults.add({ on: 'request', effect: 'server_error_before', path: '/payment_intents', times: 1_000 });
    const response = await topUp('rich', { payment_method_id: await card(testCard.good) }, 'k-unsettled');
    expect(response.status).toBe(500);
    expect((await platform.ask('/metrics/unsettled')).body.unsettled.map(({ kind }: any) => kind)).toEqual(['work']);
    await db.execute("update payments set sent_at = now() - interval '1 hour' where state = 'sending'");
    await platform.context.payments.worker.reconcile(0);
    const { unsettled } = (await platform.ask('/metrics/unsettled')).body;
    expect(unsettled).toContainEqual(
      expect.objectContaining({ kind: 'payment', organization: 'rich', state: 'sending', amount_cents: 10_000 }),
    );
    expect(unsettled).toContainEqual(expect.objectContaining({ kind: 'work', subject: 'refund:pi_x', state: 'dead' }));
    sandbox.faults.clear();
    await platform.context.payments.worker.reconcile(0);
    expect((await platform.ask('/metrics/unsettled')).body.unsettled.map(({ kind }: any) => kind)).toEqual(['work']);
  });

  it('keeps codes of what failed, and nothing that anyone has typed', async () => {
    const { platform, db } = money();
    const typed = 'typed-by-a-member';
    const broken = () => db.execute(sql`select ${typed}::int`) as never;
    await db.execute(
      "insert into gateway_events (id, type, object_type, object_id, created_at, run_after, attempts) values ('evt_x', 'payment_intent.created', 'payment_intent', 'pi_x', now(), 'epoch', 3)",
    );
    await db.execute(
      "insert into outbox (organization_id, kind, subject, run_after, attempts) select id, 'detach_method', 'pm_x', 'epoch', 3 from organizations limit 1",
    );
    const { gateway } = platform.context.paymentContext;
    const broke = { ...gateway, retrievePayment: broken, detachPaymentMethod: broken };
    await processOn(money(), { gateway: broke }).worker.idle();
    const { unsettled } = (await platform.ask('/metrics/unsettled')).body;
    for (const subject of ['payment_intent.created:pi_x', 'detach_method:pm_x'])
      expect(unsettled).toContainEqual(expect.objectContaining({ subject, reason: 'database:22P02' }));
    const kept = await db.execute(
      'select last_error from outbox where last_error is not null union all select last_error from gateway_events where last_error is not null',
    );
    expect(JSON.stringify([unsettled, kept])).not.toContain(typed);
  });

  it('is ready, and says so no more when it stops', async () => {
    const { ask, context } = money().platform;
    expect(await ask('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
    context.lifecycle.stopping = true;
    const stopping = await ask('/readyz');
    expect([stopping.status, stopping.body.why, stopping.headers.get('Retry-After')]).toEqual([503, 'stopping', '1']);
    expect((await ask('/healthz')).status).toBe(200);
    context.lifecycle.stopping = false;
  });
});

it('keeps its figures for the holder of the token', async () => {
  const token = 'a-token-for-figures';
  const platform = await startPlatform('pglite', { METRICS_TOKEN: token }, { automatic: false });
  const { ask } = platform;
  const figures = async (headers: Record<string, string>) => (await ask('/metrics', { headers })).status;
  expect(await figures({})).toBe(404);
  expect(await figures({ Authorization: 'Bearer something-else-entirely' })).toBe(404);
  expect(await figures({ Cookie: `session=${token}` })).toBe(404);
  expect(await figures({ Authorization: `Bearer ${token}` })).toBe(200);
  expect((await ask('/metrics/unsettled')).status).toBe(404);
  await platform.stop();
});

describe.skipIf(inject('postgresUrl') === null)('without its database, on PostgreSQL', () => {
  let platform: TestPlatform;
  let keeper: pg.Client;
  let name: string;

  beforeAll(async () => {
    platform = await startPlatform('postgres', {}, { automatic: false });
    name = new URL(platform.context.config.databaseUrl ?? '').pathname.slice(1);
    keeper = new pg.Client(`${inject('postgresUrl') ?? ''}/postgres`);
    await keeper.connect();
    await platform.token('owner');
  });
  afterAll(async () => {
    await keeper.end();
    await platform.stop();
  });
  const ready = async () => (await platform.ask('/readyz')).status;

  const withoutDatabase = async (look: () => Promise<void>) => {
    await keeper.query(`alter database ${name} allow_connections false`);
    await keeper.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    await look();
    await keeper.query(`alter database ${name} allow_connections true`);
    await expect.poll(ready).toBe(200);
  };

  it('is ready however much the process has to do', async () => {
    const busy = Array.from({ length: 12 }, () => platform.context.db.execute(sql`select pg_sleep(2.5)`));
    expect(await ready()).toBe(200);
    await Promise.all(busy);
  });

  it('is alive and not ready, and says so in its figures', async () => {
    const { ask } = platform;
    expect((await ask('/metrics')).body).toMatch(/^platform_database_up 1$/m);
    await withoutDatabase(async () => {
      expect((await ask('/healthz')).status).toBe(200);
      expect(await ask('/readyz')).toMatchObject({ status: 503, body: { why: 'database' } });
      const figures = await ask('/metrics');
      expect([figures.status, figures.body]).toEqual([200, expect.stringMatching(/^platform_database_up 0$/m)]);
      expect(figures.body).not.toContain('platform_payments_unanswered');
    });
    expect((await ask('/metrics')).body).toMatch(/^platform_payments_unanswered 0$/m);
  });

  it('tells persons on a page that can be read, and programs as every failure, to come back', async () => {
    const { ask, logged } = platform;
    const path = '/org/pro-payg/billing';
    await withoutDatabase(async () => {
      const page = await ask(path, { as: 'owner' });
      expect([page.status, page.headers.get('Retry-After'), page.headers.get('Content-Type')]).toEqual([
        503,
        '5',
        'text/html; charset=utf-8',
      ]);
      expect(page.body).toMatch(/<h1>.+<\/h1><p>The platform can't read or write its data just now\. Try again in a moment\.<\/p>/);
      expect(page.body).toContain(page.headers.get('X-Request-Id'));
      expect(page.body).not.toMatch(/ at |Error|select|postgres/);
      const [, nonce] = /style nonce="([^"]+)"/.exec(page.body as string) ?? [];
      expect(page.headers.get('Content-Security-Policy')).toContain(`style-src 'nonce-${nonce}'`);

      const signedOut = await ask('/sign-out', { as: 'owner', method: 'POST', headers: { Accept: 'text/html,*/*' } });
      expect([signedOut.status, signedOut.body]).toEqual([503, expect.stringContaining('<a href="/">Try again</a>')]);
      expect(signedOut.headers.get('Set-Cookie')).toBeNull();

      const call = await ask('/platform/organizations', { as: 'owner', headers: { Accept: 'text/html' } });
      expect([call.status, call.headers.get('Retry-After'), call.body.code]).toEqual([503, '5', 'database_unavailable']);
      const failed = logged.filter(({ msg }) => msg === 'a request failed').map(({ requestId }) => requestId);
      expect(failed).toEqual([page, signedOut, call].map(({ headers }) => headers.get('X-Request-Id')));
    });
    expect((await ask(path, { as: 'owner' })).status).toBe(200);
  });
});
