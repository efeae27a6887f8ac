import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readConfig } from '#server/settings/config.ts';
import { openContext } from '#server/context.ts';
import { createLog } from '#server/tracing/log.ts';
import { runFile, runNpm } from '#tests/support/artifact.ts';
import { runScript, startProgram, type RunningProgram } from '#tests/support/built-program.ts';
import { report } from '#tests/support/counts.ts';
import { moneyFaults } from '#tests/support/money-checker.ts';
import { createDatabase } from '#tests/support/postgres-server.ts';
import { startStandInGateway, type StandInGateway } from '#tests/support/stand-in-gateway.ts';
import { signIn } from '#tests/server/kills/load.ts';

// Opt-in, because building the previous version takes a minute: `npm run reliability -- --only previous-version`.
const isAsked = process.env['RELIABILITY_PREVIOUS_VERSION'] !== undefined;
const journal = 'src/server/database/migrations/meta/_journal.json';
const git = (...words: string[]): string => execFileSync('git', words, { encoding: 'utf8' }).trim();

const lockOf = (folder: string): string => readFileSync(join(folder, 'package-lock.json'), 'utf8');

/** Returns the newest commit with an older schema; null if the git history contains no such commit. */
function commitBefore(): string | null {
  const changed = git('log', '-1', '--first-parent', '-m', '--format=%H', '--', journal);
  try {
    return git('rev-parse', '--verify', '--quiet', `${changed}^1`);
  } catch {
    return null;
  }
}

const organization = '/platform/organizations/pro-payg';
const members = 3;

describe.skipIf(!isAsked || inject('postgresUrl') === null)('the build of the version before, on the schema of today', () => {
  const home = mkdtempSync(join(tmpdir(), 'billing-previous-'));
  const before = join(home, 'sources');
  const live: RunningProgram[] = [];
  let gateway: StandInGateway;
  let environment: Record<string, string>;
  let client: pg.Client;

  beforeAll(async () => {
    const commit = process.env['RELIABILITY_PREVIOUS_COMMIT'] ?? commitBefore();
    if (commit === null)
      throw new Error('The history has no older schema; fetch it whole, or name a commit in RELIABILITY_PREVIOUS_COMMIT.');
    git('worktree', 'add', '--detach', before, commit);
    if (lockOf('.') === lockOf(before)) symlinkSync(resolve('node_modules'), join(before, 'node_modules'));
    else await runNpm(before, 'ci');
    await runFile(process.execPath, ['src/server/cli/build.mjs'], { cwd: before, maxBuffer: 1e8 });
    gateway = await startStandInGateway(join(home, 'gateway'), async (path, event) => {
      for (const { origin } of live) {
        const answer = await fetch(origin + path, event).catch(() => null);
        if (answer) return answer;
      }
      throw new Error('No process is up');
    });
    environment = { ...gateway.environment, DATABASE_URL: await createDatabase(inject('postgresUrl') ?? ''), DRAIN_SECONDS: '1' };
    client = new pg.Client(environment['DATABASE_URL']);
    await client.connect();
  }, 400_000);
  afterAll(async () => {
    await Promise.all(live.map(({ end }) => end('SIGKILL')));
    await client?.end();
    await gateway?.stop();
    git('worktree', 'remove', '--force', before);
    rmSync(home, { recursive: true, force: true });
  });

  const start = async (script: string, name: string): Promise<RunningProgram> => {
    const program = await startProgram({ ...environment, DATA_DIR: join(home, name) }, [script, 'serve']);
    live.unshift(program);
    return program;
  };
  const newestMigration = async (): Promise<string | undefined> =>
    (await client.query<{ name: string }>('select name from schema_migrations order by name desc limit 1')).rows[0]?.name;

  it("goes on while the schema is brought to today's, beside the new build", async () => {
    const oldServer = join(before, 'dist/server/main.js');
    const old = await start(oldServer, 'old');
    const since = (await client.query<{ id: number }>('select coalesce(max(id), 0)::int as id from ledger_transactions')).rows[0]?.id ?? 0;
    const earlier = await newestMigration();
    const cookie = await signIn(old.origin);
    const headers = { Cookie: cookie, Version: '2', 'Content-Type': 'application/json' };
    const load = { isOver: false, answered: 0, charged: 0, failed: [] as unknown[] };
    const next = (): string => (live[load.answered % live.length] ?? old).origin;
    const send = async (method: string, path: string, body?: unknown, key?: string, origin = next()) => {
      const requestHeaders = { ...headers, ...(key === undefined ? {} : { 'Idempotency-Key': key }) };
      const answer = await fetch(origin + path, {
        method,
        headers: requestHeaders,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      load.answered += 1;
      if (!answer.ok) load.failed.push([method, path, answer.status, await answer.text()]);
      return answer;
    };
    const topUp = async (key: string): Promise<void> => {
      // Uses one process for the whole payment, because only the process that issued a sandbox captcha token accepts this token.
      const origin = next();
      const { token } = (await (await send('POST', '/sandbox/captcha/execute', {}, undefined, origin)).json()) as { token: string };
      const body = { amount: 100, payment_method_id: await gateway.card('4242424242424242'), hcaptcha_token: token };
      if ((await send('POST', `${organization}/billing/credits/top-up`, body, key, origin)).ok) load.charged += 1;
    };
    const member = async (number: number): Promise<void> => {
      for (let turn = 0; !load.isOver; turn += 1) {
        await send('PATCH', organization, { name: `Name ${turn}` });
        await send('GET', `${organization}/billing/invoices/upcoming`);
        await send('GET', '/org/pro-payg/billing');
        if (turn === 3 || turn === 12) await topUp(`top-up-${number}-${turn}`);
      }
    };
    const working = Promise.all(Array.from({ length: members }, (_, number) => member(number)));
    const answersMore = async (count: number): Promise<void> => {
      const from = load.answered;
      await expect.poll(() => load.answered - from, { timeout: 60_000 }).toBeGreaterThan(count);
    };

    await answersMore(30);
    const { code, errors } = await runScript({ ...environment, DATA_DIR: join(home, 'command') }, ['dist/server/billing.js', 'migrate']);
    expect([code, errors]).toEqual([0, '']);
    expect(await newestMigration()).not.toBe(earlier);
    await answersMore(60);
    const younger = await start('dist/server/main.js', 'new');
    await answersMore(60);
    live.splice(live.indexOf(old), 1);
    expect((await old.end('SIGTERM')).code).toBe(0);
    await answersMore(30);
    load.isOver = true;
    await working;
    expect(load.failed).toEqual([]);
    expect(load.charged).toBeGreaterThanOrEqual(members);
    await younger.end('SIGTERM');
    live.length = 0;

    const config = readConfig({ LOG_LEVEL: 'silent', ...environment, DATA_DIR: join(home, 'look') });
    const context = await openContext(config, null, createLog(config), { automatic: false });
    await context.payments.worker.reconcile(0);
    expect(await moneyFaults(context.db, gateway.sandbox.money(), since)).toEqual([]);
    await context.close();
    report({ part: 'previous version', seed: 1, count: 1, violations: 0, counted: { requests: load.answered, charges: load.charged } });
  }, 240_000);
});
