import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { launchBrowser } from '#tests/support/browser.ts';
import { runScript, runToEnd, startProgram, type Ended, type RunningProgram } from '#tests/support/built-program.ts';
import { startSurroundings, type Surroundings } from '#tests/support/first-hour/surroundings.ts';
import { goAhead } from '#tests/support/later-world.ts';
import { signInAtProvider } from '#tests/support/certified-provider.ts';
import { plainBrowser } from '#tests/support/own-tls.ts';
import { addCard, payOnHostedPage } from '#tests/support/payment-page.ts';
import { topUpDialog } from '#tests/support/top-up-dialog.ts';
import { createDatabase } from '#tests/support/postgres-server.ts';

// Tests the steps of an operator from an empty database to a paid invoice, in the order of the README.

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
  const start = Math.floor(Date.now() / 1000 / hour) * hour - 2 * day;
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

  const signIn = (address: string, browse = go) => signInAtProvider(browse, around.front.origin, address, 'acme');

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
    expect((await run(['usage', 'import', file])).data).toMatchObject({ accepted: 2, duplicates: 2, rejected: [] });

    const page = await signIn(owner);
    expect([page.status, page.url]).toEqual([200, `${around.front.origin}/org/acme/billing`]);

    // Expected amount, calculated by hand: credits cover the compute of both projects, and 50 GB of egress are above the included 250 GB.
    const first = await read(`${billing}/invoices/upcoming`);
    const hours = Math.floor(Date.now() / 1000 / hour) + 1 - (start + day) / hour;
    const cents = 2500 + Math.round(hours * 0.55) + 450;
    expect([first.status, Math.round(first.body.amount_total * 100)]).toEqual([200, cents]);
    const next = await read(`${billing}/invoices/upcoming`);
    expect(next.body).toEqual(first.body);

    const doctor = await run(['doctor']);
    expect([doctor.code, doctor.data.findings.filter(({ ok }: { ok: boolean }) => !ok)]).toEqual([0, []]);

    // The log of each process contains one of the two reads, so the reads went to different processes.
    const logs = (await endTwo()).map(({ errors }) => errors);
    const servedBy = ({ requestId }: { requestId: string }) => logs.findIndex((log) => log.includes(requestId));
    expect(new Set([servedBy(first), servedBy(next)])).toEqual(new Set([0, 1]));
  }, 180_000);

  it('bills the cycle at its end, line by line, and its owner pays the invoice in a browser', async () => {
    const world = goAhead((cycleEnd + 2 * hour) * 1000 - Date.now());
    const browser = await launchBrowser();
    try {
      await startTwo(world.environment);
      const page = await (await browser.newContext({ ignoreHTTPSErrors: true, viewport: { width: 1280, height: 900 } })).newPage();
      await page.goto(`${around.front.origin}/org/acme/billing`);
      await page.getByRole('link', { name: 'Continue to sign in' }).click();
      await page.getByPlaceholder('Enter any login').fill(owner);
      await page.getByPlaceholder('and password').fill('any');
      await page.getByRole('button', { name: 'Sign-in' }).click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.waitForURL(`${around.front.origin}/org/acme/billing`);
      const readAs = async (path: string) =>
        (await page.request.get(`${around.front.origin}${billing}${path}`, { headers: { Version: '2' } })).json();

      // Expected amounts, calculated by hand: only the renewal charges a fee, and credits reduce compute by $10.
      const hours = (cycleEnd - start) / hour;
      const dollars = (cents: number): number => Math.round(cents) / 100;
      const expected = {
        'Pro Plan': 25,
        'Micro Compute': dollars(hours * 1.344),
        'Large Compute': dollars(hours * 15.17),
        'Compute Credits': -10,
        'Disk Size (gp3)': 0,
        Egress: dollars((300 - 250) * 9),
        IPv4: dollars((hours - 24) * 0.55),
      };
      const total = Math.round(Object.values(expected).reduce((sum, amount) => sum + amount, 0) * 100);
      await expect.poll(async () => (await readAs('/invoices?status=open')).length, { timeout: 30_000 }).toBe(1);
      const [{ id, number, amount_due: due }] = await readAs('/invoices?status=open');
      const { lines } = await readAs(`/invoices/${id}/lines`);
      const amounts = lines.map(({ description, amount }: { description: string; amount: number }) => [description, amount]);
      expect([Object.fromEntries(amounts), due]).toEqual([expected, total]);

      await page.reload();
      const row = page.getByRole('region', { name: 'Past Invoices' }).getByRole('row').filter({ hasText: number });
      await row.getByRole('button', { name: /^Pay Now/ }).click();
      await page.waitForURL(/\/pay\//);
      await payOnHostedPage(page);
      await page.waitForURL(/\/org\/acme\/billing\?paid=in_/);
      await row.getByText('Paid', { exact: true }).waitFor();
      expect(await readAs(`/invoices/${id}`)).toMatchObject({ status: 'paid', seller: { name: environment['SELLER_NAME'] } });

      // Each of the next three steps needs a new captcha token.
      await addCard(page, '5555555555554444', true);
      await addCard(page, '6011111111111117');
      await page.getByRole('button', { name: 'Top Up' }).click();
      await topUpDialog(page)
        .getByRole('textbox', { name: /^Amount/ })
        .fill('300');
      await topUpDialog(page)
        .getByRole('button', { name: /^Top Up/ })
        .click();
      await topUpDialog(page).waitFor({ state: 'hidden' });
      await page.getByRole('region', { name: 'Credit Balance' }).getByText('$300.00').first().waitFor();
      const charges = around.gateway.sandbox.money().filter(({ kind }) => kind === 'charge_succeeded');
      expect(charges.map(({ amount }) => amount)).toEqual([total, 30_000]);

      const warning =
        /^Warning: This machine's clock is \d+ s away from that of the database; synchronize both with a time server \(NTP\)\.$/m;
      for (const { errors } of await endTwo()) expect(errors).toMatch(warning);
    } finally {
      world.back();
      await browser.close();
    }
  }, 180_000);

  it('says of a sign-in that fails what to do about it', async () => {
    await startTwo();
    const unverified = await signIn('olga@unverified.example', plainBrowser(around.certificate));
    expect(unverified.url).toContain('problem=unverified');
    expect(unverified.text).toContain('olga@unverified.example');
    const unknown = await signIn('stranger@acme.example', plainBrowser(around.certificate));
    expect(unknown.text).toContain('No organization has a member with stranger@acme.example.');
  }, 60_000);

  it('warns at the start of a key that is refused and a provider that is away, and goes on', async () => {
    const wrong = { STRIPE_SECRET_KEY: 'sk_test_wrong', OIDC_ISSUER: 'https://127.0.0.1:1' };
    const program = await startProgram({ ...environment, ...wrong });
    programs.push(program);
    await expect
      .poll(program.said, { timeout: 20_000 })
      .toContain('Warning: The payment gateway refuses STRIPE_SECRET_KEY; set the secret key of the account.\n');
    await expect
      .poll(program.said, { timeout: 20_000 })
      .toContain('Warning: No OpenID provider responds at https://127.0.0.1:1; check OIDC_ISSUER');
    const begun = await fetch(`${program.origin}/auth/oidc`, { redirect: 'manual' });
    expect(begun.headers.get('Location')).toBe('/sign-in?problem=unavailable&next=%2F');
    const page = await (await fetch(`${program.origin}/sign-in?problem=unavailable`)).text();
    expect(page).toContain('Your identity provider does not answer at the moment. Please try again in a few minutes.');
  }, 60_000);

  it('finds a webhook secret that the platform and the command share, but the gateway does not', async () => {
    await endTwo();
    const wrong = { STRIPE_WEBHOOK_SECRET: 'whsec_other', METRICS_TOKEN: 'a-token-of-16-chars-or-more' };
    await startTwo(wrong);
    const { code, data } = await run(['doctor'], { ...wrong, PORT: new URL(origins[0] ?? '').port });
    const found = (part: string) => data.findings.find((finding: { part: string }) => finding.part === part);
    expect([code, found('webhook')]).toEqual([
      1,
      { part: 'webhook', ok: false, text: expect.stringContaining('set STRIPE_WEBHOOK_SECRET to the signing secret of that endpoint') },
    ]);
    expect(found('metrics')).toMatchObject({ ok: true });
    const figures = await Promise.all(
      origins.map(async (origin) =>
        (await fetch(`${origin}/metrics`, { headers: { Authorization: `Bearer ${wrong.METRICS_TOKEN}` } })).text(),
      ),
    );
    const refused = figures.map((text) => Number(/^gateway_webhook_signatures_refused_total (\d+)$/m.exec(text)?.[1]));
    expect(refused.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(1);
    await endTwo();
    await startTwo();
  }, 60_000);

  it('says each other mistake in one sentence with its remedy', async () => {
    const finding = async (changes: Readonly<Record<string, string>>, part: string) => {
      const { code, data } = await run(['doctor'], changes);
      const { text } = data.findings.find((found: { part: string; ok: boolean }) => found.part === part && !found.ok) ?? {};
      return [code, text];
    };
    expect(await finding({ STRIPE_SECRET_KEY: 'sk_test_wrong' }, 'gateway')).toEqual([
      1,
      expect.stringMatching(/^The payment gateway refuses STRIPE_SECRET_KEY; set .*\.$/),
    ]);
    expect(await finding({ OIDC_ISSUER: 'https://127.0.0.1:1' }, 'provider')).toEqual([
      1,
      expect.stringMatching(/^No OpenID provider responds at .*; check OIDC_ISSUER.*\.$/),
    ]);
    expect(await finding({ STRIPE_WEBHOOK_SECRET: 'whsec_other' }, 'webhook')).toEqual([
      1,
      expect.stringContaining('refuses an event signed with STRIPE_WEBHOOK_SECRET'),
    ]);
    expect(await finding({ HCAPTCHA_SECRET: 'ES_other' }, 'captcha')).toEqual([1, expect.stringContaining('refuses HCAPTCHA_SECRET')]);
    expect(await finding({ HCAPTCHA_SITE_KEY: 'other' }, 'captcha')).toEqual([1, expect.stringContaining('refuses HCAPTCHA_SITE_KEY')]);
    expect(await finding({ OIDC_CLIENT_ID: 'other' }, 'client')).toEqual([1, expect.stringContaining('check OIDC_CLIENT_ID')]);
    expect(await finding({ OIDC_CLIENT_SECRET: 'other' }, 'client')).toEqual([1, expect.stringContaining('set OIDC_CLIENT_SECRET')]);
    const metrics = { METRICS_TOKEN: 'a-token-of-16-chars-or-more' };
    expect(await finding(metrics, 'metrics')).toEqual([1, expect.stringContaining('METRICS_TOKEN')]);
    around.provider.setAhead(hour * 1000);
    expect(await finding({}, 'clock')).toEqual([
      1,
      expect.stringMatching(/^This machine's clock is 3\d+ s away from that of the provider; synchronize both .*\.$/),
    ]);
    around.provider.setAhead(0);
  }, 60_000);

  it('stands in the README with commands and options that exist', async () => {
    const [, section = ''] = readFileSync('README.md', 'utf8').split('## The first hour in production');
    const lines = [...(section.split('\n## ')[0] ?? '').matchAll(/^npm run billing -- (.+)$/gm)].map(([, words = '']) => words.split(' '));
    expect(lines.length).toBeGreaterThan(5);
    for (const words of lines) {
      const name = ['org', 'member', 'project', 'usage'].includes(words[0] ?? '') ? words.slice(0, 2) : words.slice(0, 1);
      const { code, output } = await runScript(environment, ['dist/server/billing.js', ...name, '--help']);
      expect([code, output]).toEqual([0, expect.stringContaining(`Usage: billing ${name.join(' ')}`)]);
      for (const option of words.filter((word) => word.startsWith('--'))) expect(output).toContain(option);
    }
  }, 60_000);
});
