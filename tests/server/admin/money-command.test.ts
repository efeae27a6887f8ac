import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { runScript } from '#tests/support/built-program.ts';
import { createDatabase } from '#tests/support/postgres-server.ts';
import { productionSettings } from '#tests/support/production-settings.ts';

const home = mkdtempSync(join(tmpdir(), 'billing-money-command-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

type Settings = Readonly<Record<string, string>>;

async function said(environment: Settings, ...words: string[]) {
  const { code, output, errors } = await runScript(environment, ['dist/server/billing.js', ...words]);
  return { code, output, errors };
}

async function run(environment: Settings, ...words: string[]) {
  const { code, output, errors } = await said(environment, ...words, '--json');
  return { code, errors, data: output === '' ? null : JSON.parse(output) };
}

const isPostgres = inject('postgresUrl') !== null;

describe.each(isPostgres ? (['a data folder', 'PostgreSQL'] as const) : (['a data folder'] as const))('on %s', (kind) => {
  let environment: Settings = { DATA_DIR: join(home, 'data'), SEED: 'none', APPROVAL_ABOVE_CENTS: '10000' };

  it('gives credit once, tries it, and leaves what is above the limit to another owner', async () => {
    if (kind === 'PostgreSQL') {
      environment = {
        ...productionSettings,
        DATABASE_URL: await createDatabase(inject('postgresUrl') ?? ''),
        APPROVAL_ABOVE_CENTS: '10000',
      };
      expect((await run(environment, 'migrate')).code).toBe(0);
    }
    const { key } = (await run(environment, 'init', '--owner', 'root@example.com')).data;
    await run(environment, 'org', 'put', 'acme', '--name', 'Acme', '--plan', 'pro', '--spend-cap', 'off');
    const grant = ['credit', 'grant', 'acme', '5000', '--reason', 'Slow queries on Oct 3', '--yes'];
    const tried = await said(environment, ...grant, '--dry-run');
    expect(tried.output).toMatch(/^Nothing is done\. Members would read: Credit of \$50\.00: Slow queries on Oct 3\naccount +amount/);
    const [first, again] = [
      await run(environment, ...grant, '--idempotency-key', 'one'),
      await run(environment, ...grant, '--idempotency-key', 'one'),
    ];
    expect([first.code, first.data.entry.balance_cents, again.data]).toEqual([0, 5000, first.data]);
    const large = ['credit', 'grant', 'acme', '--amount-cents', '10001', '--reason', 'A month of outages', '--yes'];
    const response = await run(environment, ...large);
    expect([response.code, response.data]).toEqual([0, { approval: { id: expect.stringMatching(/^apr_/), status: 'pending' } }]);
    const { id } = response.data.approval;
    if (kind === 'PostgreSQL') {
      // In production, staff sign in at an identity provider, so they must approve and refuse on the staff page.
      for (const decision of ['approve', 'refuse'])
        expect((await run({ ...environment, BILLING_KEY: key }, 'approval', decision, id, '--yes')).errors).toMatch(/\/staff\/approvals/);
      return;
    }
    expect((await run(environment, 'approval', 'approve', id, '--yes')).errors).toMatch(/^The command has no owner; set BILLING_KEY/);
    expect((await run({ ...environment, BILLING_KEY: key }, 'approval', 'approve', id, '--yes')).errors).toMatch(/created this key/);
    const ben = (await run(environment, 'key', 'create', 'second', '--owner', 'ben@example.com', '--scopes', 'money')).data.key;
    const second = (await run({ ...environment, BILLING_KEY: key }, ...large)).data.approval.id;
    const approved = await run({ ...environment, BILLING_KEY: ben }, 'approval', 'approve', second, '--yes');
    expect([approved.code, approved.data.result.entry.balance_cents]).toEqual([0, 15_001]);
    expect((await run(environment, 'approval', 'refuse', id, '--yes')).data.approval.status).toBe('refused');
    expect((await run(environment, 'approval', 'list')).data.approvals.map(({ status }: { status: string }) => status)).toEqual([
      'approved',
      'refused',
    ]);
  }, 240_000);

  it('changes plan and spend cap, tries it, and prints what members read', async () => {
    const plan = ['org', 'plan', 'acme', 'team', '--reason', 'Order 1842', '--yes'];
    const tried = await said(environment, ...plan, '--dry-run');
    expect(tried.output).toMatch(/^Nothing is done\. Members would read: Plan changed to Team: Order 1842\naccount +amount/);
    const turned = await run(environment, 'org', 'plan', 'acme', '--spend-cap', 'on', '--reason', 'Order 1841', '--yes');
    expect([turned.code, turned.data.change.spend_cap, turned.data.invoice]).toEqual([0, true, null]);
    const done = await run(environment, ...plan);
    expect([done.code, done.data.change, done.data.payment]).toEqual([
      0,
      expect.objectContaining({ plan: 'team', previous_plan: 'pro', state: 'applied' }),
      null,
    ]);
    const shown = await run(environment, 'org', 'show', 'acme');
    expect([shown.data.plan, (await run(environment, 'invoice', 'list', 'acme')).data.invoices[0].id]).toEqual([
      'team',
      done.data.invoice.id,
    ]);
  }, 120_000);

  it('says each mistake in one sentence', async () => {
    const cases = [
      [['org', 'plan', 'acme', '--reason', 'x'], 1, /^State the change/],
      [['org', 'plan', 'acme', 'gold', '--reason', 'x'], 2, /free, pro, team, enterprise/],
      [['org', 'plan', 'acme', 'pro'], 2, /--reason/],
      [['org', 'plan', 'acme', 'pro', '--reason', 'x', '--charge', '--yes'], 1, /no card to charge/],
      [['credit', 'grant', 'acme', '5000'], 2, /--reason/],
      [['credit', 'grant', 'acme', '--reason', 'x'], 2, /^State the amount/],
      [['credit', 'grant', 'acme', '50.00', '--reason', 'x'], 2, /whole cents/],
      [['credit', 'grant', 'nothing', '1', '--reason', 'x', '--yes'], 1, /^Organization not found\.\n$/],
      [['invoice', 'forgive', 'in_missing', '--reason', 'x', '--yes'], 1, /^Invoice not found\.\n$/],
      [['payment', 'refund', 'pay_missing', '1', '--reason', 'x', '--yes'], 1, /^Payment not found\.\n$/],
    ] as const;
    for (const [words, code, sentence] of cases) {
      const answer = await run(environment, ...words);
      expect([words, answer.code, answer.errors]).toEqual([words, code, expect.stringMatching(sentence)]);
      expect(answer.errors).toMatch(/^[^\n]+[.!]\n$/);
    }
  }, 120_000);

  it('pauses and resumes all charges, which the doctor says', async () => {
    const finding = async () => (await run(environment, 'doctor')).data.findings.find(({ part }: { part: string }) => part === 'charges');
    expect((await run(environment, 'billing', 'pause', '--reason', 'Wrong tax rate')).data).toMatchObject({ paused: true, by: 'command' });
    expect(await finding()).toEqual({
      part: 'charges',
      ok: false,
      text: expect.stringMatching(/paused since .* \(Wrong tax rate\); run billing resume/),
    });
    expect((await run(environment, 'resume')).data.paused).toBe(false);
    expect(await finding()).toMatchObject({ ok: true });
  }, 120_000);

  it('releases and rejects usage that is held for review, with the key of another person', async () => {
    const review = { ...environment, USAGE_REVIEW_ABOVE_CENTS: '1000' };
    const project = 'a'.repeat(20);
    await run(review, 'org', 'put', 'metered', '--name', 'Metered', '--plan', 'pro');
    await run(review, 'project', 'put', 'metered', project, '--name', 'shop');
    const keyOf = async (owner: string): Promise<string> =>
      (await run(review, 'key', 'create', owner, '--owner', owner, '--scopes', 'usage,money,read')).data.key;
    const [meter, judge] = [await keyOf('meter@example.com'), await keyOf('judge@example.com')];
    const hold = async (id: string): Promise<string> => {
      const file = join(home, `${id}.ndjson`);
      const at = Math.floor(Date.now() / 1000);
      writeFileSync(
        file,
        `${JSON.stringify({ id, organization: 'metered', project_ref: project, metric: 'EGRESS', quantity: 1e12, at })}\n`,
      );
      expect((await run({ ...review, BILLING_KEY: meter }, 'usage', 'import', file)).data).toMatchObject({ accepted: 0, held: 1 });
      return (await run(review, 'approval', 'list', '--status', 'pending')).data.approvals[0].id as string;
    };
    const decide = (key: string, decision: string, id: string) => run({ ...review, BILLING_KEY: key }, 'approval', decision, id, '--yes');
    const rejected = await hold('first');
    expect((await decide(judge, 'refuse', rejected)).data.approval).toMatchObject({ status: 'refused', action: 'usage' });
    const released = await hold('second');
    expect((await decide(meter, 'approve', released)).errors).toMatch(/^This key made the request/);
    expect((await decide(judge, 'approve', released)).data.result).toEqual({ released_records: 1 });
  }, 240_000);

  it('a variable changes no limit; a reset by the shell does, and stops money of staff for a day', async () => {
    const rich = { ...environment, APPROVAL_ABOVE_CENTS: '99999999' };
    const grant = ['credit', 'grant', 'acme', '900000', '--reason', 'Mine', '--yes'];
    expect((await run(rich, ...grant)).data.approval.status).toBe('pending');
    expect((await run(rich, 'approval-limit', 'show')).data).toMatchObject({ person_cents: 10_000, platform_cents: 100_000 });
    expect((await run(rich, 'approval-limit', 'reset')).errors).toMatch(/--yes/);
    const remote = await run({ ...rich, BILLING_URL: 'https://billing.example' }, 'approval-limit', 'reset', '--yes');
    expect([remote.code, remote.errors]).toEqual([1, 'The limits are reset on the database itself; unset BILLING_URL.\n']);
    const reset = (await run(rich, 'approval-limit', 'reset', '--yes')).data;
    expect(reset).toMatchObject({ person_cents: 99_999_999, money_stopped_until: expect.any(Number) });
    expect((await run(rich, ...grant)).errors).toMatch(/^The approval limits were reset: staff can't move money until /);
    const { entries } = (await run(environment, 'audit', 'list', '--what', 'pause')).data;
    expect(entries[0]).toMatchObject({ actor: 'command', act: 'resetApprovalLimits', subject: 'staff_money_stopped_until' });
  }, 120_000);
});
