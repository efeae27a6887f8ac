import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { launchBrowser } from '#tests/support/browser.ts';
import { runScript, runToEnd, startProgram, type Ended, type RunningProgram } from '#tests/support/built-program.ts';
import { startSurroundings, type Surroundings } from '#tests/support/first-hour/surroundings.ts';
import { goAhead } from '#tests/support/later-world.ts';
import { plainBrowser } from '#tests/support/own-tls.ts';
import { payOnHostedPage } from '#tests/support/payment-page.ts';
import { createDatabase } from '#tests/support/postgres-server.ts';

// What an operator does between an empty database and a paid invoice, in the order of the README.

const hour = 3600;
const day = 24 * hour;
const gigabyte = 1_000_000_000;
const owner = 'olga@acme.example';
const projects = { micro: 's'.repeat(20), large: 't'.repeat(20) };
const billing = '/platform/organizations/acme/billing';

describe.skipIf(inject('postgresUrl') === null)('the first hour in production', () => {
  const folder = mkdtempSync(join(tmpdir(), 'billing-first-hour-'));
  const origins: string[] = [];
  let around: Surroundings;
  let programs: RunningProgram[] = [];
  let environment: Readonly<Record<string, string>>;
  let go: ReturnType<typeof plainBrowser>;
  let cycleEnd: number;

  const run = async (words: readonly string[], changes: Readonly<Record<string, string>> = {}) => {
    const { code, output, errors } = await runScript({ ...environment, ...changes }, ['dist/server/billing.js', ...words, '--json']);
    return { code, errors, data: output === '' ? null : JSON.parse(output) };
  };
  const read = async (path: string) => {
    const { status, text, requestId } = await go(around.front.origin + path, { headers: { Version: '2' } });
    return { status, requestId, body: status === 200 ? JSON.parse(text) : text };
  };
  const startTwo = async (changes: Readonly<Record<string, string>> = {}) => {
    programs = await Promise.all([0, 1].map(() => startProgram({ ...environment, ...changes })));
    origins.splice(0, origins.length, ...programs.map(({ origin }) => origin));
  };
  const endTwo = (): Promise<Ended[]> => Promise.all(programs.splice(0).map((program) => program.end('SIGTERM')));

  /** The provider's own forms: who somebody is, and that the platform may know it. */
  async function signIn(address: string, browse = go) {
    let page = await browse(`${around.front.origin}/auth/oidc?next=/org/acme/billing`);
    for (const form of [{ prompt: 'login', login: address, password: 'any' }, { prompt: 'consent' }]) {
      const action = /<form[^>]* action="([^"]+)"/.exec(page.text)?.[1];
      if (action === undefined) break;
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      page = await browse(new URL(action, page.url).href, { method: 'POST', headers, body: new URLSearchParams(form).toString() });
    }
    return page;
  }

  beforeAll(async () => {
    around = await startSurroundings(folder, origins);
    environment = { ...around.environment, DATABASE_URL: await createDatabase(inject('postgresUrl') ?? '') };
    go = plainBrowser(around.certificate);
  });
  afterAll(async () => {
    await endTwo();
    await around?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('goes from an empty database to a bill that adds up, from each of two processes', async () => {
    const early = await runToEnd(environment);
    expect([early.code, early.errors]).toEqual([1, expect.stringMatching(/billing -- migrate.*\.\n$/)]);
    expect((await run(['migrate'])).code).toBe(0);
    const { key } = (await run(['init'])).data;

    const start = Math.floor(Date.now() / 1000 / hour) * hour - 2 * day;
    const since = new Date(start * 1000).toISOString();
    const made = await run(['org', 'put', 'acme', '--name', 'Acme', '--plan', 'pro', '--spend-cap', 'off', '--started-at', since]);
    expect([made.code, made.errors]).toEqual([0, '']);
    cycleEnd = made.data.current_period_end;
    expect((await run(['member', 'put', 'acme', owner, '--role', 'owner', '--username', 'olga'])).code).toBe(0);
    for (const [size, ref] of Object.entries(projects))
      expect((await run(['project', 'put', 'acme', ref, '--name', `shop-${size}`, '--compute-size', size, '--at', since])).code).toBe(0);

    await startTwo();
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const admin = (method: string, path: string, body: unknown) =>
      go(`${around.front.origin}/admin/v1${path}`, { method, headers, body: JSON.stringify(body) });
    const addon = { variant: 'ipv4_default', at: start + day };
    expect((await admin('PUT', `/organizations/acme/projects/${projects.micro}/addons/ipv4`, addon)).status).toBe(201);
    const records = [0, 1].flatMap((passed) =>
      Object.values(projects).map((ref) => ({
        id: `${ref}-${passed}`,
        organization: 'acme',
        project_ref: ref,
        metric: 'EGRESS',
        quantity: 75 * gigabyte,
        at: start + passed * day + hour,
      })),
    );
    expect(JSON.parse((await admin('POST', '/usage', { records: records.slice(0, 2) })).text)).toMatchObject({ accepted: 2 });
    const file = join(folder, 'usage.ndjson');
    writeFileSync(file, records.map((record) => JSON.stringify(record)).join('\n'));
    expect((await run(['usage', 'import', file])).data).toEqual({ accepted: 2, duplicates: 2, rejected: [] });

    const page = await signIn(owner);
    expect([page.status, page.url]).toEqual([200, `${around.front.origin}/org/acme/billing`]);

    // Counted by hand: both projects' compute lies within the plan's credits, 300 GB of egress exceed 250 GB by 50 GB.
    const first = await read(`${billing}/invoices/upcoming`);
    const hours = Math.floor(Date.now() / 1000 / hour) + 1 - (start + day) / hour;
    const cents = 2500 + Math.round(hours * 0.55) + 450;
    expect([first.status, Math.round(first.body.amount_total * 100)]).toEqual([200, cents]);
    const next = await read(`${billing}/invoices/upcoming`);
    expect(next.body).toEqual(first.body);

    const doctor = await run(['doctor']);
    expect([doctor.code, doctor.data.findings.filter(({ ok }: { ok: boolean }) => !ok)]).toEqual([0, []]);

    // Two reads in turn were answered by the two processes: each has its own in its log.
    const logs = (await endTwo()).map(({ errors }) => errors);
    const servedBy = ({ requestId }: { requestId: string }) => logs.findIndex((log) => log.includes(requestId));
    expect(new Set([servedBy(first), servedBy(next)])).toEqual(new Set([0, 1]));
  }, 180_000);

  it('bills the cycle at its end, line by line, and its owner pays the invoice in a browser', async () => {
    const world = goAhead(cycleEnd * 1000 + 2 * hour * 1000 - Date.now());
    const browser = await launchBrowser();
    try {
      around.gateway.moveClock(0);
      await startTwo(world.environment);
      const page = await (await browser.newContext({ ignoreHTTPSErrors: true, viewport: { width: 1280, height: 900 } })).newPage();
      await page.goto(`${around.front.origin}/org/acme/billing`);
      await page.getByRole('link', { name: 'Continue to sign in' }).click();
      await page.getByRole('textbox', { name: 'Enter any login' }).fill(owner);
      await page.getByPlaceholder('and password').fill('any');
      await page.getByRole('button', { name: 'Sign-in' }).click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.waitForURL(`${around.front.origin}/org/acme/billing`);
      const readAs = async (path: string) =>
        (await page.request.get(around.front.origin + path, { headers: { Version: '2' } })).json();
      await expect.poll(async () => (await readAs(`${billing}/invoices?status=open`)).length, { timeout: 30_000 }).toBe(1);
      const [invoice] = await readAs(`${billing}/invoices?status=open`);
      const { lines } = await readAs(`${billing}/invoices/${invoice.id}/lines`);
      console.log(JSON.stringify(invoice, null, 1), lines.map((l: any) => [l.id, l.description, l.amount, l.quantity, l.unit_price].join('|')).join('\n'));
      console.log((cycleEnd));
      await page.reload();
      await page.screenshot({ path: '/tmp/op-walk/later.png', fullPage: true });

      const list = page.getByRole('region', { name: 'Past Invoices' });
      const row = list.getByRole('row', { name: invoice.number });
      await row.getByRole('button', { name: /^Pay Now/ }).click();
      await page.waitForURL(/\/pay\//, { timeout: 8000 }).catch(async () => {
        console.log(page.url(), await row.innerText(), await page.getByRole('status').allTextContents());
        await page.screenshot({ path: '/tmp/op-walk/pay.png' });
        console.log((await endTwo()).map(({ errors }) => errors.split('\n').filter((l) => /payment-link|checkout|error|"level":50/.test(l)).join('\n').slice(-3000)).join('======'));
      });
      await payOnHostedPage(page);
      await page.waitForURL(/\/org\/acme\/billing\?paid=in_/);
      await row.getByText('Paid', { exact: true }).waitFor();
      console.log(JSON.stringify(await readAs(`${billing}/invoices/${invoice.id}`)));
      console.log((await endTwo())[0]?.errors.slice(0, 3000));
    } finally {
      world.back();
      await browser.close();
    }
  }, 180_000);
});
