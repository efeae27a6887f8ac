import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { rowsOf } from '#server/database/database.ts';
import { unsettled } from '#tests/simulation/checker.ts';
import { Balancer } from '#tests/support/balancer.ts';
import type { RunningProgram } from '#tests/support/built-program.ts';
import { report } from '#tests/support/counts.ts';
import { noticeFaults } from '#tests/support/notice-checker.ts';
import { moneyFaults } from '#tests/support/money-checker.ts';
import { signIn } from './load.ts';
import { openGround, type Ground } from './mortal-program.ts';

const json = { 'Content-Type': 'application/json' };
const path = (slug: string): string => `/platform/organizations/${slug}`;
const daySeconds = 86_400;
const names = ['one', 'two', 'three'] as const;

// Tests locks and races between processes. The tests need PostgreSQL, because only one process can use the embedded database.
describe.skipIf(inject('postgresUrl') === null)('three processes on one database, behind a balancer', () => {
  let ground: Ground;
  let programs: RunningProgram[];
  let balancer: Balancer;
  let cookie: string;
  let requests = 0;

  beforeAll(async () => {
    ground = await openGround('postgres', () => programs);
    programs = [];
    programs = await Promise.all(names.map((name) => ground.start(name, { DRAIN_SECONDS: '1' })));
    balancer = new Balancer(programs);
    cookie = await signIn(programs[0]?.origin ?? '');
  });
  afterAll(async () => {
    balancer?.stop();
    await Promise.all(programs.map(({ end }) => end('SIGKILL')));
    await ground?.clear();
  });

  const send = async (origin: string, method: string, to: string, body?: unknown, key?: string) => {
    requests += 1;
    const answer = await fetch(origin + to, {
      method,
      headers: {
        Cookie: cookie,
        Version: '2',
        ...(body === undefined ? {} : json),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'manual',
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' || !text.startsWith('{') ? null : JSON.parse(text) };
  };
  const topUp = async (origin: string, slug: string, key: string) => {
    const captcha = (await send(origin, 'POST', '/sandbox/captcha/execute', {})).body.token as string;
    const body = { amount: 100, payment_method_id: await ground.card(origin), hcaptcha_token: captcha };
    return send(origin, 'POST', `${path(slug)}/billing/credits/top-up`, body, key);
  };
  const inEach = <T>(work: (origin: string) => Promise<T>): Promise<T[]> => Promise.all(programs.map(({ origin }) => work(origin)));
  const balanceOf = async (slug: string) =>
    (await balancer.once((origin) => send(origin, 'GET', `${path(slug)}/billing/subscription`))).body.customer_balance as number;

  it('know every session, and see every write and every change of rights at once', async () => {
    for (let value = 0; value < 9; value += 1) {
      expect((await balancer.once((origin) => send(origin, 'PATCH', path('renamed-0'), { name: `Shared ${value}` }))).status).toBe(200);
      const seen = await inEach(async (origin) => (await send(origin, 'GET', path('renamed-0'))).body.name as string);
      expect(seen).toEqual(names.map(() => `Shared ${value}`));
    }
    const membership = `member_id = (select id from members where handle = 'owner') and organization_id = (select id from organizations where slug = 'renamed-1')`;
    for (const [role, status] of [
      ['viewer', 403],
      ['owner', 200],
    ] as const) {
      await ground.look(({ db }) => db.execute(`update memberships set role = '${role}' where ${membership}`));
      const answers = await inEach((origin) => send(origin, 'GET', `${path('renamed-1')}/billing/subscription`));
      expect(answers.map((answer) => answer.status)).toEqual(names.map(() => status));
    }
  });

  it('charge one attempt once, whichever of them it reaches', async () => {
    const body = { tier: 'tier_pro', payment_method: await ground.card('') };
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        balancer.once((origin) => send(origin, 'PUT', `${path('upgraded-0')}/billing/subscription`, body, 'k-everywhere')),
      ),
    );
    expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    const card = await ground.card('');
    const many = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        balancer.once((origin) =>
          send(
            origin,
            'PUT',
            `${path('upgraded-1')}/billing/subscription`,
            { tier: index % 2 ? 'tier_pro' : 'tier_team', payment_method: card },
            `k-${index}`,
          ),
        ),
      ),
    );
    // The daily limit allows ten changes, so later changes get status 429.
    expect(many.filter(({ status }) => ![200, 402, 409, 422, 429].includes(status))).toEqual([]);
    await Promise.all(Array.from({ length: 12 }, (_, index) => balancer.once((origin) => topUp(origin, 'topped-up-0', `t-${index}`))));
    const charged = await ground.look(async ({ db }, charges) => ({
      faults: await moneyFaults(db, charges(), ground.since),
      upgrades: charges().filter(({ metadata }) => metadata['subject']?.startsWith('change:')).length,
    }));
    expect(charged.faults).toEqual([]);
    expect(charged.upgrades).toBeGreaterThanOrEqual(2);
    // The second organization may be charged twice: for an upgrade to Pro, and then for an upgrade to Team.
    expect(charged.upgrades).toBeLessThanOrEqual(3);
    expect(await balanceOf('topped-up-0')).toBeLessThanOrEqual(100_000);
  }, 60_000);

  it('go on without a failed request when one is killed and one is stopped in the middle of the load', async () => {
    const statuses: number[] = [];
    const write = async (value: number): Promise<void> => {
      statuses.push((await balancer.ask((origin) => send(origin, 'PATCH', path('renamed-2'), { name: `Load ${value}` }))).status);
      if (value % 10 === 0)
        statuses.push((await balancer.ask((origin) => topUp(origin, `topped-up-${1 + value / 10}`, `l-${value}`))).status);
    };
    const [, second, third] = programs;
    const load = Promise.all(Array.from({ length: 100 }, (_, index) => write(index)));
    void second?.end('SIGKILL');
    const stopped = third?.end('SIGTERM');
    await load;
    await stopped;
    // The lease of a killed process blocks the payment for a minute, so the status may be 409.
    expect(statuses.filter((status) => ![200, 201, 409].includes(status))).toEqual([]);
    expect(statuses.filter((status) => status === 409).length).toBeLessThanOrEqual(10);
    for (const [index, old] of programs.entries()) {
      if (index === 0) continue;
      const next = await ground.start(names[index], { DRAIN_SECONDS: '1' });
      programs[index] = next;
      balancer.replace(old, next);
    }
  }, 60_000);

  it('are restarted one after the other without a failed request', async () => {
    const load = { isOver: false };
    const failed: unknown[] = [];
    let answered = 0;
    const member = async (number: number): Promise<void> => {
      for (let turn = 0; !load.isOver && failed.length === 0; turn += 1) {
        const work = (origin: string) =>
          turn % 4 === 0
            ? send(origin, 'PATCH', path(`renamed-${number % 3}`), { name: `Rolling ${turn}` })
            : send(origin, 'GET', `${path('topped-up-0')}/billing/subscription`);
        const answer = await balancer.once(work).catch((error: unknown) => ({ status: String(error) }));
        if (answer.status === 200) answered += 1;
        else failed.push(answer);
      }
    };
    const members = Promise.all([0, 1, 2, 3].map(member));
    for (const [index, old] of programs.entries()) {
      const next = await ground.start(`${names[index]}-new`, { DRAIN_SECONDS: '1' });
      const stopped = old.end('SIGTERM');
      await balancer.withdrawn(old);
      expect((await stopped).code).toBe(0);
      programs[index] = next;
      balancer.replace(old, next);
    }
    load.isOver = true;
    await members;
    expect(failed).toEqual([]);
    expect(answered).toBeGreaterThan(100);
  }, 120_000);

  it('sign out everywhere in all of them', async () => {
    const sessionCookie = await signIn(programs[1]?.origin ?? '');
    const ask = (origin: string) =>
      fetch(`${origin}/platform/profile`, { headers: { Cookie: sessionCookie } }).then(({ status }) => status);
    expect(await inEach(ask)).toEqual([200, 200, 200]);
    await balancer.once((origin) =>
      fetch(`${origin}/sign-out/everywhere`, { method: 'POST', headers: { Cookie: sessionCookie }, redirect: 'manual' }),
    );
    expect(await inEach(ask)).toEqual([401, 401, 401]);
  });

  it('do the jobs of a cycle once when all three start late and at the same time', async () => {
    await Promise.all(programs.map(({ end }) => end('SIGTERM')));
    await ground.moveClock(25 * daySeconds * 1000);
    programs = await Promise.all(names.map((name) => ground.start(name)));
    await Promise.all(programs.map(({ end }) => end('SIGTERM')));
    const left = await ground.look(async (context, charges) => {
      await context.jobs.runDue();
      for (const table of ['outbox', 'gateway_events'])
        await context.db.execute(`update ${table} set run_after = now() - interval '1 hour'`);
      await context.payments.worker.reconcile(0);
      const rows = rowsOf<{ slug: string; invoices: number }>(
        await context.db
          .execute(`select o.slug, count(i.id)::int as invoices from organizations o join subscriptions s on s.organization_id = o.id
          left join invoices i on i.organization_id = o.id and i.kind = 'cycle' where o.slug ~ '^(renamed|topped-up|turned)-' group by 1`),
      );
      return {
        wrong: rows.filter(({ invoices }) => invoices !== 1),
        organizations: rows.length,
        faults: [...(await moneyFaults(context.db, charges(), ground.since)), ...(await noticeFaults(context.db, ground.since))],
        waiting: (await unsettled(context.db)).filter((line) => !line.startsWith('key')),
        charges: charges().length,
      };
    });
    expect(left.organizations).toBeGreaterThan(20);
    expect([left.wrong, left.faults, left.waiting]).toEqual([[], [], []]);
    report({
      part: 'three processes',
      seed: 1,
      count: 1,
      violations: 0,
      counted: { requests, charges: left.charges, 'organizations whose cycle closed': left.organizations },
    });
  }, 120_000);
});
