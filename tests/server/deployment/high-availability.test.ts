import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '#server/settings/config.ts';
import { openContext } from '#server/context.ts';
import { createLog } from '#server/tracing/log.ts';
import { unsettled } from '#tests/simulation/checker.ts';
import { runScript, startProgram, type RunningProgram } from '#tests/support/built-program.ts';
import { countOf, isTimeUp, report } from '#tests/support/counts.ts';
import { startSurroundings, type Surroundings } from '#tests/support/first-hour/surroundings.ts';
import { missingPrograms, startCluster, type Cluster } from '#tests/support/high-availability/cluster.ts';
import { ClusterLoad, metered, owedIn, owing, refOf, renamed, toppedUp, upgradedIn } from '#tests/support/high-availability/load.ts';
import { lostWrites } from '#tests/support/high-availability/lost-writes.ts';
import { oweInvoices } from '#tests/support/high-availability/owed-invoices.ts';
import { booksSoFar, moneyFaults } from '#tests/support/money-checker.ts';
import { noticeFaults } from '#tests/support/notice-checker.ts';
import { signInAtProvider } from '#tests/support/certified-provider.ts';
import { plainBrowser } from '#tests/support/own-tls.ts';
import { postgresPrograms } from '#tests/support/programs.mjs';

// FAILOVERS sets the number of failovers. For longer runs and seeded faults: `npm run reliability -- --only high-availability`.

const events = countOf('FAILOVERS', 3);
const firstSeed = countOf('SEED', 1);
/** Seconds between Patroni's checks. Long runs use the deployed interval; short runs check every second with the shortest ttl. */
const loopWait = events > 3 ? 3 : 1;
const ttl = countOf('TTL', events > 3 ? 20 : 11);
const kinds = ['kill', 'cut', 'switchover', 'kill'] as const;
type Kind = (typeof kinds)[number];

const missing = [...missingPrograms, ...(postgresPrograms() === null ? ['postgresql'] : [])];
const owner = 'olga@acme.example';

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.ceil(values.length * share) - 1)] ?? 0;

interface Ground {
  readonly cluster: Cluster;
  readonly load: ClusterLoad;
  readonly around: Surroundings;
  readonly since: number;
  readonly restart: () => Promise<void>;
  readonly query: (text: string, values: unknown[]) => Promise<unknown>;
  readonly faults: () => Promise<string[]>;
}

describe.skipIf(missing.length > 0)(
  `on three servers under Patroni${missing.length > 0 ? ` (not installed: ${missing.join(', ')})` : ''}`,
  () => {
    const clears: (() => Promise<unknown> | void)[] = [];
    afterEach(async () => {
      for (const clear of clears.splice(0).reverse()) await clear();
    });

    async function openGround(faulty: { isSynchronous?: boolean; buysTwice?: boolean } = {}): Promise<Ground> {
      const folder = mkdtempSync(join(tmpdir(), 'billing-available-'));
      clears.push(() => rmSync(folder, { recursive: true, force: true }));
      const origins: string[] = [];
      const cluster = await startCluster({ ttl, loopWait, isSynchronous: faulty.isSynchronous ?? true });
      clears.push(cluster.clear);
      const [around] = await Promise.all([startSurroundings(folder, origins), cluster.whole()]);
      clears.push(around.stop);
      const query = async (text: string, values: unknown[] = [], database = 'billing'): Promise<void> => {
        const client = new pg.Client(cluster.urlOf(database));
        await client.connect();
        await client.query(text, values);
        await client.end();
      };
      await query('create database billing', [], 'postgres');
      const environment = { ...around.environment, DATABASE_URL: cluster.urlOf('billing'), LOG_LEVEL: 'error' };
      const run = async (...words: string[]) => {
        const { code, output, errors } = await runScript(environment, ['dist/server/billing.js', ...words, '--json'], true);
        expect([words, code, errors]).toEqual([words, 0, '']);
        return output === '' ? null : JSON.parse(output);
      };
      await run('migrate');
      const { key: adminKey } = await run('init');
      const programs: RunningProgram[] = [];
      const stopAll = async (): Promise<void> => void (await Promise.all(programs.splice(0).map(({ end }) => end('SIGTERM'))));
      clears.push(stopAll);
      const restart = async (): Promise<void> => {
        await stopAll();
        programs.push(...(await Promise.all([0, 1].map(() => startProgram(environment)))));
        origins.splice(0, origins.length, ...programs.map(({ origin }) => origin));
      };
      await restart();

      const go = plainBrowser(around.certificate);
      const { origin } = around.front;
      const put = async (path: string, body: object): Promise<void> => {
        const headers = { Authorization: `Bearer ${adminKey}`, 'Content-Type': 'application/json' };
        const { status, text } = await go(`${origin}/admin/v1/organizations/${path}`, {
          method: 'PUT',
          headers,
          body: JSON.stringify(body),
        });
        expect([path, status, text]).toEqual([path, 201, text]);
      };
      const upgraded = upgradedIn(events);
      const left = [...renamed, ...metered, ...toppedUp, ...owing, ...upgraded];
      const makeSome = async (): Promise<void> => {
        for (let slug = left.shift(); slug; slug = left.shift()) {
          await put(slug, { name: slug, plan: upgraded.includes(slug) ? 'free' : 'pro' });
          await put(`${slug}/members/${owner}`, { role: 'owner', username: 'olga' });
          if (metered.includes(slug)) await put(`${slug}/projects/${refOf(slug)}`, { name: 'web' });
        }
      };
      await put('first', { name: 'first' });
      await put(`first/members/${owner}`, { role: 'owner', username: 'olga' });
      await Promise.all([0, 1, 2, 3].map(makeSome));
      expect((await signInAtProvider(go, origin, owner, renamed[0] ?? '')).status).toBe(200);

      const look = async <T>(work: (context: Awaited<ReturnType<typeof openContext>>) => Promise<T>): Promise<T> => {
        const config = readConfig({ ...environment, LOG_LEVEL: 'silent' });
        const context = await openContext(config, null, createLog(config), { automatic: false });
        try {
          return await work(context);
        } finally {
          await context.close();
        }
      };
      const [owed, since] = await look(async ({ db }) => [await oweInvoices(db, owing, owedIn(events)), await booksSoFar(db)] as const);
      const load = new ClusterLoad({
        origin,
        go,
        gateway: around.gateway,
        captchaToken: around.captcha.issue,
        adminKey,
        upgraded,
        owed,
        buysTwice: faulty.buysTwice ?? false,
      });
      const faults = async (): Promise<string[]> => {
        await stopAll();
        return look(async (context) => {
          for (const table of ['outbox', 'gateway_events'])
            await context.db.execute(`update ${table} set run_after = now() - interval '1 hour'`);
          await context.payments.worker.reconcile(0);
          await context.payments.worker.idle();
          return [
            ...(await lostWrites(context.db, load, around.gateway.sandbox.money())),
            ...(await moneyFaults(context.db, around.gateway.sandbox.money(), since)),
            ...(await noticeFaults(context.db, since)),
            ...(await unsettled(context.db)).filter((line) => !line.startsWith('key')),
          ];
        });
      };
      return { cluster, load, around, since, restart, query, faults };
    }

    /** Causes one failover and waits until the cluster is complete. @returns the longest time in ms without an acknowledged write */
    async function happen({ cluster, load }: Ground, kind: Kind, turn: number): Promise<number> {
      const leader = await cluster.whole();
      await load.goesOn(10);
      const since = performance.now();
      if (kind === 'switchover') await cluster.switchOver(leader);
      // Every second kill also ends Patroni. The other kills end only PostgreSQL.
      if (kind === 'kill') cluster.kill(leader, turn % 4 === 0);
      if (kind === 'cut') cluster.cut(leader, true);
      await expect.poll(() => cluster.leader(leader), { timeout: 120_000, interval: 200 }).not.toBeNull();
      await load.goesOn(10);
      if (kind === 'kill') cluster.revive(leader);
      if (kind === 'cut') cluster.cut(leader, false);
      await cluster.whole();
      return load.longestGap(since);
    }

    it(
      `loses no acknowledged write and moves no money twice in ${events} failures of the leader`,
      async () => {
        const ground = await openGround();
        const { load, cluster, around } = ground;
        expect(await cluster.refusesStrangers()).toEqual({ plain: null, anonymous: 401, etcd: null });
        await expect(new pg.Client(cluster.urlOf('billing').replace(/\?.*/, '')).connect()).rejects.toThrow(/no encryption/);
        const figures = await cluster.figures();
        for (const [selector] of readFileSync('src/server/deploy/alerts.yaml', 'utf8').matchAll(/\b(?:haproxy|patroni)_\w+\{[^}]+/g))
          expect(figures).toContain(selector);
        const gaps: Record<Kind, number[]> = { kill: [], cut: [], switchover: [] };
        load.begin();
        let done = 0;
        for (; done < events && (done === 0 || !isTimeUp()); done += 1) {
          const turn = firstSeed - 1 + done;
          const kind = kinds[turn % kinds.length] ?? 'kill';
          gaps[kind].push(await happen(ground, kind, turn));
          process.stdout.write(`${done + 1}. ${kind}: ${Math.round(gaps[kind].at(-1) ?? 0)} ms without a write\n`);
        }
        // If a request is lost, its idempotency key stays locked for a minute, or until the process of the request ends gracefully.
        const unanswered = await load.end(events > 3 ? undefined : ground.restart);
        const all = Object.values(gaps).flat();
        process.stdout.write(`${JSON.stringify({ answers: load.answers, p95: Math.round(percentile(all, 0.95)) })}\n`);
        expect([unanswered, load.wrong]).toEqual([[], []]);
        expect(load.owed.filter(({ isTold }) => isTold).length).toBeGreaterThan(done);
        expect(await ground.faults()).toEqual([]);
        const ms = (values: readonly number[], share: number): number => Math.round(percentile(values, share));
        const seconds = (values: readonly number[], share: number): string => `${(percentile(values, share) / 1000).toFixed(1)} s`;
        process.stdout.write(
          `For deploy/patroni/README.md: ${seconds(all, 0.5)} in the middle and ${seconds(all, 0.95)} at the 95th percentile of ${done} events. By kind, at most: ` +
            `${seconds(gaps.kill, 1)} after a server was killed, ${seconds(gaps.cut, 1)} after its network was cut, ${seconds(gaps.switchover, 1)} for a switchover.\n`,
        );
        report({
          part: 'failovers',
          seed: firstSeed,
          count: done,
          violations: 0,
          counted: {
            ...Object.fromEntries(Object.entries(gaps).map(([kind, { length }]) => [`of them by ${kind}`, length])),
            'how a node was cut off, each': cluster.canCut ? 'its link was set down' : 'its processes were stopped',
            'writes acknowledged': load.acknowledgedAt.length,
            'open invoices paid': load.owed.filter(({ isCharged }) => isCharged).length,
            charges: around.gateway.sandbox.money().filter(({ kind }) => kind === 'charge_succeeded').length,
            'answers 503 and 409 that were repeated': load.wishes.reduce((sum, { sendCount }) => sum + sendCount - 1, 0),
            'without a write, p95 ms': ms(all, 0.95),
            'without a write, median ms': ms(all, 0.5),
            'without a write, slowest ms': ms(all, 1),
            ...Object.fromEntries(
              Object.entries(gaps).map(([kind, values]) => [`without a write after ${kind}, slowest ms`, ms(values, 1)]),
            ),
          },
        });
      },
      300_000 + events * 120_000,
    );

    it.runIf(process.env['RELIABILITY_SEEDED_FAULTS'] !== undefined)(
      'finds what is lost where a commit waits for no standby',
      async () => {
        const ground = await openGround({ isSynchronous: false });
        const { cluster, load } = ground;
        const leader = await cluster.whole();
        load.begin();
        await load.goesOn(10);
        const standbys = [0, 1, 2].filter((node) => node !== leader);
        for (const node of standbys) cluster.cut(node, true);
        await load.goesOn(10);
        cluster.kill(leader, true);
        for (const node of standbys) cluster.cut(node, false);
        await expect.poll(() => cluster.leader(leader), { timeout: 120_000 }).not.toBeNull();
        cluster.revive(leader);
        await cluster.whole();
        await load.end();
        const found = await ground.faults();
        process.stdout.write(`Found: ${found.slice(0, 5).join('; ')}\n`);
        expect(found.length).toBeGreaterThan(0);
      },
      400_000,
    );

    it.runIf(process.env['RELIABILITY_SEEDED_FAULTS'] !== undefined)(
      'finds what is done twice where a payment is sent again under another key',
      async () => {
        const ground = await openGround({ buysTwice: true });
        ground.load.begin();
        const toldTopUps = () => ground.load.owed.filter(({ isTold }) => isTold);
        await expect.poll(() => ground.load.done('top-up').length > 3 && toldTopUps().length > 1, { timeout: 60_000 }).toBe(true);
        expect(await ground.load.end()).toEqual([]);
        const [forgotten, paidAgain] = toldTopUps();
        await ground.query("update invoices set status = 'open' where id = any ($1)", [[forgotten?.id, paidAgain?.id]]);
        if (paidAgain) await ground.load.payInvoice(paidAgain);
        const found = await ground.faults();
        process.stdout.write(`Found: ${found.join('; ')}\n`);
        expect(found).toContain(`${forgotten?.slug} was told of the payment of invoice ${forgotten?.id}, which is open`);
        expect(found).toContain(`invoice ${paidAgain?.id} of ${paidAgain?.slug} was charged 2 times`);
        expect(found.filter((line) => /^topped-up-\d+ has \d+ of \d+ top-ups and asked for/.test(line)).length).toBeGreaterThan(3);
      },
      400_000,
    );
  },
);
