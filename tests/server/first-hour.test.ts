import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { runScript, runToEnd, startProgram, type RunningProgram } from '#tests/support/built-program.ts';
import { startCertifiedProvider, type CertifiedProvider } from '#tests/support/certified-provider.ts';
import { handRound, listenByTls, makeCertificate, plainBrowser, type OwnCertificate, type TlsServer } from '#tests/support/own-tls.ts';
import { createDatabase } from '#tests/support/postgres-server.ts';
import { productionSettings } from '#tests/support/production-settings.ts';
import { startStandInCaptcha, type StandInCaptcha } from '#tests/support/stand-in-captcha.ts';
import { startStandInGateway, type StandInGateway } from '#tests/support/stand-in-gateway.ts';

// What an operator does between an empty database and a first payment, in the order of the README.

const hour = 3600;
const day = 24 * hour;
const gigabyte = 1_000_000_000;
const owner = 'olga@verified.example';
const projects = ['s', 't'].map((letter) => letter.repeat(20)) as [string, string];
const billing = '/platform/organizations/acme/billing';

describe.skipIf(inject('postgresUrl') === null)('the first hour in production', () => {
  const folder = mkdtempSync(join(tmpdir(), 'billing-first-hour-'));
  const origins: string[] = [];
  let certificate: OwnCertificate;
  let front: TlsServer;
  let provider: CertifiedProvider;
  let gateway: StandInGateway;
  let captcha: StandInCaptcha;
  let programs: RunningProgram[] = [];
  let environment: Readonly<Record<string, string>>;
  let go: ReturnType<typeof plainBrowser>;

  const run = async (words: readonly string[], changes: Readonly<Record<string, string>> = {}) => {
    const { code, output, errors } = await runScript({ ...environment, ...changes }, ['dist/server/billing.js', ...words, '--json']);
    return { code, errors, data: output === '' ? null : JSON.parse(output) };
  };
  const read = async (path: string) => {
    const { status, text } = await go(front.origin + path, { headers: { Version: '2' } });
    return { status, body: status === 200 ? JSON.parse(text) : text };
  };

  /** The provider's own forms: who somebody is, and that the platform may know it. */
  async function signIn(address: string, browse = go) {
    let page = await browse(`${front.origin}/auth/oidc?next=/org/acme/billing`);
    for (const form of [{ prompt: 'login', login: address, password: 'any' }, { prompt: 'consent' }]) {
      const action = /<form[^>]* action="([^"]+)"/.exec(page.text)?.[1];
      if (action === undefined) break;
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      page = await browse(new URL(action, page.url).href, { method: 'POST', headers, body: new URLSearchParams(form).toString() });
    }
    return page;
  }

  beforeAll(async () => {
    certificate = makeCertificate(folder);
    front = await listenByTls(certificate, (asked, said) => forward(asked, said));
    const forward = handRound(origins);
    provider = await startCertifiedProvider(certificate, () => front.origin);
    provider.open();
    captcha = await startStandInCaptcha();
    gateway = await startStandInGateway(join(folder, 'gateway'), (path, event) =>
      fetch(`${origins[0] ?? 'http://127.0.0.1:1'}${path}`, event),
    );
    environment = {
      ...productionSettings,
      ...gateway.environment,
      ...captcha.environment,
      ...provider.environment,
      DATABASE_URL: await createDatabase(inject('postgresUrl') ?? ''),
      PUBLIC_ORIGIN: front.origin,
      NODE_EXTRA_CA_CERTS: certificate.file,
    };
    go = plainBrowser(certificate);
  });
  afterAll(async () => {
    await Promise.all(programs.map((program) => program.end('SIGTERM')));
    await Promise.all([front?.stop(), provider?.stop(), gateway?.stop(), captcha?.stop()]);
    rmSync(folder, { recursive: true, force: true });
  });

  it('goes from an empty database to a paid bill that adds up', async () => {
    const early = await runToEnd(environment);
    expect([early.code, early.errors]).toEqual([1, expect.stringMatching(/billing -- migrate.*\.\n$/)]);
    expect((await run(['migrate'])).code).toBe(0);
    const { key } = (await run(['init'])).data;

    const start = Math.floor(Date.now() / 1000 / hour) * hour - 2 * day;
    const since = new Date(start * 1000).toISOString();
    const made = await run(['org', 'put', 'acme', '--name', 'Acme', '--plan', 'pro', '--spend-cap', 'off', '--started-at', since]);
    expect([made.code, made.errors]).toEqual([0, '']);
    expect((await run(['member', 'put', 'acme', owner, '--role', 'owner', '--username', 'olga'])).code).toBe(0);
    for (const [index, ref] of projects.entries())
      expect((await run(['project', 'put', 'acme', ref, '--name', `shop-${index}`, '--at', since])).code).toBe(0);

    programs = await Promise.all([startProgram(environment), startProgram(environment)]);
    origins.push(...programs.map(({ origin }) => origin));
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const admin = (method: string, path: string, body: unknown) =>
      go(`${front.origin}/admin/v1${path}`, { method, headers, body: JSON.stringify(body) });
    const addon = await admin('PUT', `/organizations/acme/projects/${projects[0]}/addons/ipv4`, {
      variant: 'ipv4_default',
      at: start + day,
    });
    expect([addon.status, addon.text]).toEqual([201, expect.any(String)]);
    const records = [0, 1].flatMap((passed) =>
      projects.map((ref) => ({
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
    expect([page.status, page.url]).toEqual([200, `${front.origin}/org/acme/billing`]);

    // Counted by hand: both projects' compute lies within the plan's credits, 300 GB of egress exceed 250 GB by 50 GB.
    const { status, body: bill } = await read(`${billing}/invoices/upcoming`);
    const hours = Math.floor(Date.now() / 1000 / hour) + 1 - (start + day) / hour;
    const cents = 2500 + Math.round(hours * 0.55) + 450;
    expect([status, Math.round(bill.amount_total * 100)]).toEqual([200, cents]);
    // The other process serves the next read.
    expect((await read(`${billing}/invoices/upcoming`)).body.amount_total).toBe(bill.amount_total);

    const paid = await go(`${front.origin}${billing}/credits/top-up`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Version: '2', Origin: front.origin, 'Idempotency-Key': 'first-payment' },
      body: JSON.stringify({ amount: 100, payment_method_id: await gateway.card('4242424242424242'), hcaptcha_token: 'any' }),
    });
    expect([paid.status, paid.text]).toEqual([201, '{"status":"succeeded"}']);
    expect(
      gateway.sandbox
        .money()
        .filter(({ kind }) => kind === 'charge_succeeded')
        .map(({ amount }) => amount),
    ).toEqual([10_000]);
    await expect.poll(async () => (await read('/platform/organizations/acme/payments')).body.data?.length).toBe(1);
    const history = (await read(`${billing}/credits/history`)).body;
    expect(history.entries).toEqual([expect.objectContaining({ description: 'Top-up', amount: 10_000, balance: 10_000 })]);
    const doctor = await run(['doctor']);
    expect([doctor.code, doctor.data.findings.filter(({ ok }: { ok: boolean }) => !ok)]).toEqual([0, []]);
  }, 180_000);

  it('says of a sign-in that fails what to do about it', async () => {
    const unverified = await signIn('olga@elsewhere.example', plainBrowser(certificate));
    expect(unverified.url).toContain('problem=unverified');
    expect(unverified.text).toContain('olga@elsewhere.example');
    const unknown = await signIn('stranger@verified.example', plainBrowser(certificate));
    expect(unknown.text).toContain('No organization has a member with stranger@verified.example.');
  }, 60_000);

  it('says each other mistake in one sentence with its remedy', async () => {
    const finding = async (changes: Readonly<Record<string, string>>, part: string) => {
      const { code, data } = await run(['doctor'], changes);
      const { text } = data.findings.find((found: { part: string; ok: boolean }) => found.part === part && !found.ok) ?? {};
      return [code, text];
    };
    expect(await finding({ STRIPE_SECRET_KEY: 'sk_test_wrong' }, 'gateway')).toEqual([
      1,
      expect.stringMatching(/^It refuses STRIPE_SECRET_KEY; set .*\.$/),
    ]);
    expect(await finding({ OIDC_ISSUER: 'https://127.0.0.1:1' }, 'provider')).toEqual([
      1,
      expect.stringMatching(/^No OpenID provider answers at .*; check OIDC_ISSUER.*\.$/),
    ]);
    provider.setAhead(hour * 1000);
    expect(await finding({}, 'clock')).toEqual([
      1,
      expect.stringMatching(/^This machine's clock is 3\d+ s away from that of the provider; set both .*\.$/),
    ]);
    provider.setAhead(0);
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
