import { expect, it } from 'vitest';
import type { InvoiceLine, UpcomingInvoice } from '#contract/types.ts';
import { centsFromDollars } from '#lib/money.ts';
import { projectRef } from '#server/seed/identifiers.ts';
import { onEachStore } from '#tests/support/platform.ts';

const organization = (slug: string) => `/platform/organizations/${slug}`;
const version = { Version: '2' };

onEachStore((platform) => {
  const read = async (path: string, as = 'owner') => platform().ask(path, { as, headers: version });
  const upcoming = async (slug: string, query = ''): Promise<UpcomingInvoice> =>
    (await read(`${organization(slug)}/billing/invoices/upcoming${query}`)).body;

  it('sums the lines of the upcoming invoice to its total', async () => {
    for (const slug of ['pro-payg', 'pro-capped', 'team-eu', 'extreme-text']) {
      const invoice = await upcoming(slug);
      const cents = invoice.lines.reduce((sum, { amount }) => sum + centsFromDollars(amount), 0);
      expect([slug, cents]).toEqual([slug, centsFromDollars(invoice.amount_total)]);
      expect(invoice.amount_projected).toBeGreaterThanOrEqual(invoice.amount_total);
      expect(invoice.currency).toBe('usd');
    }
  });

  it('tells the balance apart from the sum', async () => {
    expect((await upcoming('pro-capped')).customer_balance).toBe(2500);
  });

  it('cuts breakdowns where asked to, and gives the rest page by page', async () => {
    const whole = (await upcoming('team-eu')).lines.find(({ id }) => id === 'COMPUTE_HOURS_XS.primary') as InvoiceLine;
    expect(whole.breakdown).toHaveLength(20);
    expect(whole).not.toHaveProperty('breakdown_count');
    const cut = (await upcoming('team-eu', '?breakdown_limit=3')).lines.find(({ id }) => id === whole.id) as InvoiceLine;
    expect([cut.breakdown?.length, cut.breakdown_count]).toEqual([3, 20]);
    const entries = [...(cut.breakdown ?? [])];
    for (let cursor = cut.breakdown_cursor; cursor;) {
      const { body } = await read(
        `${organization('team-eu')}/billing/invoices/upcoming/lines/${whole.id}/breakdown?cursor=${cursor}&limit=6`,
      );
      expect(body.breakdown_count).toBe(20);
      entries.push(...body.breakdown);
      cursor = body.next_cursor;
    }
    expect(entries).toEqual(whole.breakdown);
    const none = (await upcoming('team-eu', '?breakdown_limit=0')).lines.find(({ id }) => id === whole.id) as InvoiceLine;
    expect([none.breakdown, none.breakdown_count]).toEqual([[], 20]);
    const first = await read(`${organization('team-eu')}/billing/invoices/upcoming/lines/${whole.id}/breakdown`);
    expect(first.body.breakdown).toEqual(whole.breakdown);
  });

  it('requires the version of the call', async () => {
    const answer = await platform().ask(`${organization('pro-payg')}/billing/invoices/upcoming`, { as: 'owner' });
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, 'header.Version']);
  });

  it('gives the lines of every invoice that was not a first one, and they sum to its subtotal', async () => {
    const { body: invoices } = await read(`${organization('pro-payg')}/billing/invoices`);
    for (const { id, subtotal } of invoices) {
      const { body } = await read(`${organization('pro-payg')}/billing/invoices/${id}/lines`);
      expect(body.invoice_id).toBe(id);
      expect(body.lines.reduce((sum: number, { amount }: InvoiceLine) => sum + centsFromDollars(amount), 0)).toBe(subtotal);
    }
  });

  it("never gives an invoice's lines to another organization", async () => {
    const { body: invoices } = await read(`${organization('pro-capped')}/billing/invoices`);
    expect((await read(`${organization('pro-payg')}/billing/invoices/${invoices[0].id}/lines`)).status).toBe(404);
  });

  it.each(['pro-payg/billing/invoices/upcoming', 'pro-payg/billing/plans'])(
    'keeps %s from members who may not read billing',
    async (path) => {
      expect((await read(`/platform/organizations/${path}`, 'viewer')).status).toBe(403);
    },
  );

  it('names the plans with their direction', async () => {
    const plans = async (slug: string) => (await read(`${organization(slug)}/billing/plans`)).body.plans;
    expect(await plans('pro-payg')).toEqual([
      { id: 'free', name: 'Free', price: 0, is_current: false, change_type: 'downgrade' },
      { id: 'pro', name: 'Pro', price: 25, is_current: true, change_type: 'none' },
      { id: 'team', name: 'Team', price: 599, is_current: false, change_type: 'upgrade' },
      { id: 'enterprise', name: 'Enterprise', price: null, is_current: false, change_type: 'upgrade' },
    ]);
    expect((await plans('enterprise-invoice')).at(-1)).toEqual({
      id: 'enterprise',
      name: 'Enterprise',
      price: 4800,
      is_current: true,
      change_type: 'none',
    });
    const { body } = await read(`${organization('fly-partner')}/billing/subscription`);
    expect((await plans('fly-partner'))[0]).toMatchObject({ change_type: 'downgrade', effective_at: body.current_period_end });
  });

  it('says what is used against what the plan includes', async () => {
    const usage = async (slug: string, as = 'owner', query = '') => (await read(`${organization(slug)}/usage${query}`, as)).body;
    const payg = await usage('pro-payg');
    expect(payg.usage_billing_enabled).toBe(true);
    const by = (metric: string, { usages } = payg) => usages.find((record: { metric: string }) => record.metric === metric);
    expect(by('EGRESS')).toMatchObject({
      pricing_free_units: 250,
      pricing_strategy: 'UNIT',
      pricing_per_unit_price: 0.09,
      capped: false,
      unlimited: false,
    });
    expect(by('EGRESS').usage).toBeCloseTo(by('EGRESS').usage_original / 1e9, 6);
    expect(by('FUNCTION_INVOCATIONS')).toMatchObject({
      pricing_strategy: 'PACKAGE',
      pricing_package_price: 2,
      pricing_package_size: 1_000_000,
    });
    const cost = payg.usages.reduce((sum: number, record: { cost: number }) => sum + centsFromDollars(record.cost), 0);
    const invoice = await upcoming('pro-payg');
    expect(cost).toBe(invoice.lines.reduce((sum, line) => sum + (line.usage_based ? centsFromDollars(line.amount) : 0), 0));

    const capped = await usage('pro-capped');
    expect([capped.usage_billing_enabled, by('EGRESS', capped).capped]).toEqual([false, true]);
    expect(by('EGRESS', await usage('pro-payg', 'viewer'))).not.toHaveProperty('cost');
    const one = await usage('pro-payg', 'owner', `?project_ref=${projectRef('pro-payg', 'editorial')}`);
    expect(by('EGRESS', one).usage).toBe(0);
    expect(by('STORAGE_SIZE', one).project_allocations.map(({ name }: { name: string }) => name)).toEqual(['editorial']);
  });

  it('reads the usage of any stretch of time as if it were a cycle', async () => {
    const { body: subscription } = await read(`${organization('pro-payg')}/billing/subscription`);
    const at = (seconds: number) => new Date(seconds * 1000).toISOString();
    const [start, end] = [subscription.current_period_start, platform().context.clock.nowSeconds()];
    const range = (from: number, until: number) => read(`${organization('pro-payg')}/usage?start=${at(from)}&end=${at(until)}`);
    const egress = async (from: number, until: number): Promise<number> =>
      (await range(from, until)).body.usages.find(({ metric }: { metric: string }) => metric === 'EGRESS').usage_original;
    const middle = start + 7 * 86_400;
    const whole = (await read(`${organization('pro-payg')}/usage`)).body.usages.find(
      ({ metric }: { metric: string }) => metric === 'EGRESS',
    ).usage_original;
    expect((await egress(start, middle)) + (await egress(middle, end))).toBe(whole);
  });

  it('names members and what they may do', async () => {
    const { body } = await read(`${organization('pro-payg')}/members`, 'viewer');
    const may = Object.fromEntries(
      body.map(({ username, may: rights }: { username: string; may: object }) => [username, Object.values(rights)]),
    );
    expect(may).toEqual({
      'olivia-owner': [true, true, true],
      'adam-admin': [true, true, true],
      'bianca-billing': [true, true, false],
      'deniz-developer': [true, false, false],
      'edith-editor': [true, false, true],
      'victor-viewer': [false, false, false],
    });
  });

  it('names those whose Free projects are used up', async () => {
    const reached = async (slug: string) => (await read(`${organization(slug)}/members/reached-free-project-limit`)).body;
    expect(await reached('over-limit')).toEqual([
      { username: 'noor-tideline', primary_email: 'noor-tideline@tideline.example', free_project_limit: 2 },
      { username: 'tess-tideline', primary_email: 'tess-tideline@tideline.example', free_project_limit: 2 },
    ]);
    expect(await reached('pro-capped')).toEqual([]);
  });

  it('leaves the add-ons of projects out of the subscription where asked to, and nothing else', async () => {
    const path = `${organization('pro-payg')}/billing/subscription`;
    const { body: whole } = await read(path);
    expect(whole.project_addons.length).toBeGreaterThan(2);
    expect((await read(`${path}?project_addons=include`)).body).toEqual(whole);
    expect((await read(`${path}?project_addons=omit`)).body).toEqual({ ...whole, project_addons: [] });
    const refused = await read(`${path}?project_addons=some`);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining('query.project_addons')]);
  });

  it('lists the extensions that it serves', async () => {
    expect((await read('/platform/profile')).body.capabilities).toEqual(
      expect.arrayContaining(['members', 'derivations', 'subscription-parts', 'usage-ingest', 'clock']),
    );
  });
});
