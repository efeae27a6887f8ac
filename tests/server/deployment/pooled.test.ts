import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { unsettled } from '#tests/simulation/checker.ts';
import type { RunningProgram } from '#tests/support/built-program.ts';
import { freePort } from '#tests/support/free-port.ts';
import { hasFrontPrograms, startPooler, startProxy } from '#tests/support/front-programs.ts';
import { moneyFaults } from '#tests/support/money-checker.ts';
import { startStandInCaptcha, type StandInCaptcha } from '#tests/support/stand-in-captcha.ts';
import { signIn } from '#tests/server/kills/load.ts';
import { openGround, type Ground } from '#tests/server/kills/mortal-program.ts';

type Pooler = Awaited<ReturnType<typeof startPooler>>;
type Proxy = Awaited<ReturnType<typeof startProxy>>;

describe.skipIf(inject('postgresUrl') === null || !hasFrontPrograms)(
  'two processes behind a proxy, on PostgreSQL through PgBouncer',
  () => {
    let ground: Ground;
    let captcha: StandInCaptcha;
    let pooler: Pooler;
    let proxy: Proxy;
    let ports: [number, number];
    let programs: [RunningProgram, RunningProgram];
    const started: RunningProgram[] = [];

    const startAt = async (port: number): Promise<RunningProgram> => {
      const program = await ground.start(`at-${port}`, {
        ...captcha.environment,
        DATABASE_URL: pooler.url,
        DATABASE_POOLER: '1',
        DATABASE_POOL_SIZE: '8',
        DATABASE_APPLICATION_NAME: `billing ${port}`,
        PORT: String(port),
        DRAIN_SECONDS: '2',
      });
      started.push(program);
      return program;
    };

    beforeAll(async () => {
      ground = await openGround('postgres', () => started.slice(-2));
      captcha = await startStandInCaptcha();
      // The pool has fewer sessions than one process has connections, so the processes constantly share sessions.
      pooler = await startPooler(ground.databaseUrl, 3);
      ports = [await freePort(), await freePort()];
      programs = [await startAt(ports[0]), await startAt(ports[1])];
      proxy = await startProxy(ports);
    }, 120_000);
    afterAll(async () => {
      await Promise.all(started.map(({ end }) => end('SIGKILL')));
      await proxy?.stop();
      await ground?.clear();
      await Promise.all([pooler?.stop(), captcha?.stop()]);
    });

    it('move each payment once, whichever of them is asked', async () => {
      const cookie = await signIn(proxy.origin);
      const send = async (origin: string, method: string, path: string, body: object, key: string): Promise<number> => {
        const headers = { Cookie: cookie, Version: '2', 'Content-Type': 'application/json', 'Idempotency-Key': key };
        const answer = await fetch(`${origin}/platform/organizations/${path}`, { method, headers, body: JSON.stringify(body) });
        await answer.text();
        return answer.status;
      };
      const cards = await Promise.all(Array.from({ length: 10 }, () => ground.card('')));
      const payments = cards.map((card, index): [method: string, path: string, body: object, key: string] => {
        const key = `pooled-${index}`;
        if (index > 7) return ['PUT', `upgraded-${index - 8}/billing/subscription`, { tier: 'tier_pro', payment_method: card }, key];
        const body = { amount: 100, payment_method_id: card, hcaptcha_token: captcha.issue() };
        return ['POST', `topped-up-${index}/billing/credits/top-up`, body, key];
      });
      // Sends each attempt to both processes at the same time. The process that gets the attempt later may answer 409.
      const first = await Promise.all(payments.flatMap((payment) => programs.map(({ origin }) => send(origin, ...payment))));
      expect(first.filter((status) => ![200, 201, 409].includes(status))).toEqual([]);
      const again = await Promise.all(payments.map((payment) => send(proxy.origin, ...payment)));
      expect(again).toEqual([...Array.from({ length: 8 }, () => 201), 200, 200]);
    }, 60_000);

    it('name themselves to the database, and limit each transaction though no session keeps a limit', async () => {
      const client = new pg.Client(ground.databaseUrl);
      await client.connect();
      const { rows } = await client.query<{ application_name: string }>(
        "select distinct application_name from pg_stat_activity where datname = current_database() and application_name like 'billing %'",
      );
      expect(rows.length).toBeGreaterThan(0);
      for (const { application_name: name } of rows) expect(name).toMatch(/^billing \d+( health)?$/);
      await client.end();
    });

    it('are restarted one after the other under load without a failed request', async () => {
      const cookie = await signIn(proxy.origin);
      const load = { isOver: false, answered: 0, failed: [] as unknown[] };
      const member = async (number: number): Promise<void> => {
        for (let turn = 0; !load.isOver; turn += 1) {
          const organization = `${proxy.origin}/platform/organizations/renamed-${number}`;
          const headers = { Cookie: cookie, Version: '2', 'Content-Type': 'application/json' };
          const pendingResponse =
            turn % 3 === 0
              ? fetch(organization, { method: 'PATCH', headers, body: JSON.stringify({ name: `Rolling ${turn}` }) })
              : fetch(turn % 3 === 1 ? `${organization}/billing/subscription` : `${proxy.origin}/org/renamed-${number}`, { headers });
          const answer = await pendingResponse.then(
            async (response) => [response.status, await response.text()],
            (error: unknown) => [0, String(error)],
          );
          if (answer[0] === 200) load.answered += 1;
          else load.failed.push(answer);
        }
      };
      const members = Promise.all([0, 1, 2].map(member));
      for (const [index, old] of programs.entries()) {
        const before = load.answered;
        const { code, errors } = await old.end('SIGTERM');
        expect([code, errors]).toEqual([0, expect.not.stringContaining('Error')]);
        programs[index] = await startAt(ports[index] ?? 0);
        await expect.poll(async () => (await fetch(`${proxy.origin}/both-ready`)).status, { timeout: 20_000 }).toBe(200);
        await expect.poll(() => load.answered - before).toBeGreaterThan(50);
      }
      load.isOver = true;
      await members;
      expect(load.failed).toEqual([]);
      expect(load.answered).toBeGreaterThan(150);
    }, 90_000);

    it('leave books in which every cent is booked once', async () => {
      await Promise.all(programs.map(({ end }) => end('SIGTERM')));
      const left = await ground.look(async (context, charges) => {
        await context.payments.worker.reconcile(0);
        return {
          faults: await moneyFaults(context.db, charges(), ground.since),
          waiting: (await unsettled(context.db)).filter((line) => !line.startsWith('key')),
          charges: charges().length,
        };
      });
      expect(left).toEqual({ faults: [], waiting: [], charges: expect.any(Number) });
      expect(left.charges).toBe(10);
    });

    it('would not start without the setting: a pooler refuses what a session would keep', async () => {
      await expect(ground.start('not-pooled', { DATABASE_URL: pooler.url })).rejects.toThrow(
        /unsupported startup parameter: statement_timeout/,
      );
    });
  },
);
