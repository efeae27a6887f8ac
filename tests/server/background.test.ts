import { sql } from 'drizzle-orm';
import { afterEach, expect, it } from 'vitest';
import { createEngine, type BackgroundEngine, type Schedule } from '#server/background/engine.ts';
import type { LaneQueue } from '#server/background/lane-runner.ts';
import { rowsOf } from '#server/database/database.ts';
import { addJob, keepJobsInOrder, releaseJobs, requestRun, takeJobs } from '#server/store/background-jobs.ts';
import { operatorOf } from '#tests/support/operator.ts';
import { onEachStore } from '#tests/support/platform.ts';

onEachStore(
  (platform) => {
    const engines: BackgroundEngine[] = [];
    const db = () => platform().context.db;
    const engineOf = (processId: string, serve: LaneQueue['serve'], schedules: Schedule[] = []): BackgroundEngine => {
      const queues = [{ queue: 'notices' as const, atOnce: 4, serve }];
      const engine = createEngine({ db: db(), log: platform().context.log, processId, queues, schedules });
      engines.push(engine);
      return engine;
    };
    const jobs = async () =>
      rowsOf<{ name: string; lane: string; state: string }>(
        await db().execute(
          sql`select name, coalesce(singleton_key, data ->> 'lane') as lane, state from pgboss.job order by name, created_on, lane`,
        ),
      );
    const dueAtOnce = () => db().execute(sql`update pgboss.job set start_after = now() - interval '1 second' where state < 'active'`);
    afterEach(async () => {
      for (const engine of engines.splice(0)) await engine.stop();
      await db().execute(sql`delete from pgboss.job`);
    });

    it('adds a job with the fact, or neither', async () => {
      const { ask } = await operatorOf(platform());
      await ask('PUT', '/organizations/told', { name: 'Told', billing_email: 'first@told.example' });
      await ask('PUT', '/organizations/told', { name: 'Told', billing_email: 'second@told.example' });
      const [waitingOrganization] = rowsOf<{ id: number; waiting: number }>(
        await db()
          .execute(sql`select o.id, count(*)::int as waiting from notice_deliveries d join organizations o on o.id = d.organization_id
          where o.slug = 'told' and d.state = 'queued' group by o.id`),
      );
      if (waitingOrganization)
        expect(await jobs()).toContainEqual({ name: 'notices', lane: String(waitingOrganization.id), state: 'created' });
      const before = await jobs();
      await expect(
        db().transaction(async (tx) => {
          await addJob(tx, 'notices', 'never');
          throw new Error('rolled back');
        }),
      ).rejects.toThrow('rolled back');
      expect(await jobs()).toEqual(before);
    });

    it('serves a lane in one process at a time, and lets a lane that is slow hold up no other', async () => {
      for (let each = 0; each < 3; each += 1)
        for (const lane of ['slow', 'one', 'two', 'three', 'four', 'five']) await addJob(db(), 'notices', lane);
      const at = new Map<string, number>();
      const served: string[] = [];
      let release: () => void = () => undefined;
      const hasReleased = new Promise<void>((resolve) => {
        release = resolve;
      });
      let most = 0;
      const serve: LaneQueue['serve'] = async (lane) => {
        at.set(lane, (at.get(lane) ?? 0) + 1);
        most = Math.max(most, at.get(lane) ?? 0);
        if (lane === 'slow') await hasReleased;
        else await new Promise((resolve) => setImmediate(resolve));
        served.push(lane);
        at.set(lane, (at.get(lane) ?? 1) - 1);
        return false;
      };
      const both = [engineOf('first', serve), engineOf('second', serve)];
      const all = Promise.all(both.map((engine) => engine.idle('notices')));
      await expect.poll(() => new Set(served)).toEqual(new Set(['one', 'two', 'three', 'four', 'five']));
      release();
      await all;
      expect(served).toContain('slow');
      expect(most).toBe(1);
      expect(await jobs()).toEqual([]);
    });

    it('goes on with a lane that has more to do, and with one that was woken while it was served', async () => {
      let runs = 0;
      const engine = engineOf('only', async (lane) => {
        runs += 1;
        if (runs === 1) await addJob(db(), 'notices', lane);
        return runs === 2;
      });
      await addJob(db(), 'notices', 'lane');
      await engine.idle('notices');
      expect(runs).toBe(3);
      expect(await jobs()).toEqual([]);
    });

    it('gives free what an ended process had, at once, and nothing of those that run', async () => {
      for (const lane of ['a', 'b']) await addJob(db(), 'notices', lane);
      const [mine] = await takeJobs(db(), 'notices', 'ended', 1);
      const [other] = await takeJobs(db(), 'notices', 'running', 5);
      expect([mine?.lane, other?.lane].toSorted()).toEqual(['a', 'b']);
      await releaseJobs(db(), 'ended');
      const served: string[] = [];
      await engineOf('next', (lane) => Promise.resolve(served.push(lane) > 5)).drain('notices');
      expect(served).toEqual([mine?.lane]);
    });

    it('as the only process, gives free what all others had at its first look', async () => {
      for (const lane of ['a', 'b']) await addJob(db(), 'notices', lane);
      expect(await takeJobs(db(), 'notices', 'ended', 1)).toHaveLength(1);
      const served: string[] = [];
      const serve = (lane: string) => Promise.resolve(served.push(lane) > 5);
      const { log } = platform().context;
      const engine = createEngine({
        db: db(),
        log,
        processId: 'only',
        isOnlyProcess: true,
        queues: [{ queue: 'notices', atOnce: 4, serve }],
      });
      engines.push(engine);
      engine.start();
      engine.wake();
      await expect.poll(() => served.toSorted()).toEqual(['a', 'b']);
    });

    it('tries again later and later, puts what fails for good with the dead letters, and tries that again when it is told to', async () => {
      const { ask } = await operatorOf(platform());
      let isBroken = true;
      let runs = 0;
      const engine = engineOf('only', (lane) => {
        if (lane !== '17') return Promise.resolve(false);
        runs += 1;
        return isBroken ? Promise.reject(new TypeError('broken for ada@example.com')) : Promise.resolve(false);
      });
      await addJob(db(), 'notices', '17');
      await engine.drain('notices');
      expect([runs, await jobs()]).toEqual([1, [{ name: 'notices', lane: '17', state: 'retry' }]]);
      const waits = rowsOf<{ s: number }>(
        await db().execute(sql`select extract(epoch from start_after - now())::float8 as s from pgboss.job`),
      );
      expect(waits[0]?.s).toBeGreaterThan(3);
      await db().execute(sql`update pgboss.job set retry_count = retry_limit - 1`);
      await dueAtOnce();
      await engine.drain('notices');
      expect((await jobs()).map(({ name, lane, state }) => `${name} ${lane} ${state}`)).toEqual([
        'dead-letters 17 created',
        'notices 17 failed',
      ]);
      // Only an operator can restart a dead job, even if other jobs wait for the dead job.
      await keepJobsInOrder(db());
      const { body } = await ask('GET', '/dead-jobs');
      expect(body).toEqual({
        dead_jobs: [{ id: expect.any(String), queue: 'notices', lane: '17', code: 'TypeError', at: expect.any(Number) }],
        next_cursor: null,
      });
      expect(await (await fetch(`${platform().origin}/metrics`)).text()).toContain('platform_jobs_dead 1');
      isBroken = false;
      const retry = `/dead-jobs/${body.dead_jobs[0].id}/retry`;
      expect((await ask('POST', retry)).status).toBe(202);
      expect((await ask('POST', retry)).status).toBe(404);
      await engine.drain('notices');
      expect([runs, (await ask('GET', '/dead-jobs')).body]).toEqual([3, { dead_jobs: [], next_cursor: null }]);
      expect(JSON.stringify(await jobs())).not.toContain('example.com');
    });

    it('hears one process for each run of a schedule', async () => {
      let runs = 0;
      const schedule = { name: 'tick', everySeconds: 3600, run: () => Promise.resolve((runs += 1)) };
      const both = [
        engineOf('first', () => Promise.resolve(false), [schedule]),
        engineOf('second', () => Promise.resolve(false), [schedule]),
      ];
      for (let each = 0; each < 3; each += 1)
        for (const engine of both) {
          await requestRun(db(), 'tick', 3600);
          await engine.drain('schedules');
        }
      expect(runs).toBe(1);
      await keepJobsInOrder(db());
      expect((await jobs()).filter(({ name }) => name === 'schedules').map(({ state }) => state)).toEqual(['completed']);
    });

    it('adds jobs for what waits without one', async () => {
      const { ask } = await operatorOf(platform());
      await ask('PUT', '/organizations/lost', { name: 'Lost', billing_email: 'ada@lost.example' });
      await db().execute(sql`insert into notices (organization_id, kind, business_key, facts, occurred_at)
        select id, 'late_usage', 'late_usage:lost', '{}', now() from organizations where slug = 'lost'`);
      await db().execute(sql`insert into notice_deliveries (notice_id, organization_id, address)
        select n.id, n.organization_id, 'ada@lost.example' from notices n where business_key = 'late_usage:lost'`);
      await db().execute(sql`delete from pgboss.job`);
      for (let each = 0; each < 2; each += 1) await keepJobsInOrder(db());
      const [lost] = rowsOf<{ id: number }>(await db().execute(sql`select id from organizations where slug = 'lost'`));
      expect((await jobs()).filter(({ lane }) => lane === String(lost?.id))).toHaveLength(1);
      await db().execute(sql`delete from notices where business_key = 'late_usage:lost'`);
    });
  },
  { SEED: 'none' },
  { automatic: false },
  'database',
);
