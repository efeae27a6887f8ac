import { expect, it } from 'vitest';
import { onEachStore } from '#tests/support/platform.ts';

const organization = (slug: string) => `/platform/organizations/${slug}`;

onEachStore((platform) => {
  it('tells the member who they are and which organizations they belong to', async () => {
    const { ask } = platform();
    const profile = await ask('/platform/profile', { as: 'developer' });
    expect(profile.body.member).toEqual({ username: 'deniz-developer', primary_email: 'developer@fleet.example' });
    const mine = await ask('/platform/organizations', { as: 'outsider' });
    expect(mine.body.map(({ slug }: { slug: string }) => slug)).toEqual(['elsewhere']);
  });

  it('pages through the past invoices, newest first, and tells their number as text', async () => {
    const { ask } = platform();
    const path = `${organization('pro-capped')}/billing/invoices`;
    const all = await ask(path, { as: 'owner' });
    expect(all.headers.get('X-Total-Count')).toBe('14');
    expect(all.body).toHaveLength(14);
    const ends = all.body.map((invoice: { period_end: number }) => invoice.period_end);
    expect(ends).toEqual(ends.toSorted((a: number, b: number) => b - a));

    const pages = await Promise.all(
      [0, 5, 10, 15, 1_000_000_000].map((offset) => ask(`${path}?offset=${offset}&limit=5`, { as: 'owner' })),
    );
    expect(pages.flatMap(({ body }) => body)).toEqual(all.body);
    expect(pages.map(({ headers }) => headers.get('X-Total-Count'))).toEqual(['14', '14', '14', '14', '14']);
  });

  it('answers the number of invoices to HEAD, and 0 where there are none', async () => {
    const { ask } = platform();
    const counted = await ask(`${organization('pro-payg')}/billing/invoices`, { as: 'developer', method: 'HEAD' });
    expect([counted.status, counted.headers.get('X-Total-Count'), counted.body]).toEqual([200, '16', '']);
    const none = await ask(`${organization('free-start')}/billing/invoices`, { as: 'developer' });
    expect([none.body, none.headers.get('X-Total-Count')]).toEqual([[], '0']);
  });

  it('reads one invoice by its id', async () => {
    const { ask } = platform();
    const path = `${organization('pro-payg')}/billing/invoices`;
    const { body: all } = await ask(path, { as: 'owner' });
    for (const invoice of all) {
      const { body } = await ask(`${path}/${invoice.id}`, { as: 'billing' });
      expect(body).toEqual({
        ...invoice,
        ...(invoice.status === 'paid' ? { payment: expect.objectContaining({ at: expect.any(Number) }) } : {}),
        billed_to: invoice.status === 'draft' ? null : expect.objectContaining({ name: expect.any(String) }),
        seller: invoice.status === 'draft' ? null : expect.objectContaining({ name: expect.any(String), address: expect.any(Array) }),
        // A document without an e-invoice lists the rules that the e-invoice would break.
        ...(invoice.invoice_pdf === null
          ? {}
          : { e_invoice: { file: expect.toSatisfy((file) => file === null || file.endsWith('/e-invoice')), faults: expect.any(Array) } }),
      });
    }
    expect(new Set(all.map(({ status }: { status: string }) => status))).toEqual(
      new Set(['draft', 'open', 'issued', 'paid', 'uncollectible', 'void']),
    );
  });

  it('derives the credit balance from the ledger', async () => {
    const { ask } = platform();
    const balance = async (slug: string) =>
      (await ask(`${organization(slug)}/billing/subscription`, { as: 'owner' })).body.customer_balance;
    expect(await balance('pro-capped')).toBe(2500);
    expect(await balance('extreme-text')).toBe(100_000_000);
    expect(await balance('free-start')).toBe(0);
  });

  it('describes the subscription with its add-ons and their prices', async () => {
    const { ask } = platform();
    const { body } = await ask(`${organization('pro-payg')}/billing/subscription`, { as: 'owner' });
    expect(body).toMatchObject({
      plan: { id: 'pro', name: 'Pro' },
      usage_billing_enabled: true,
      payment_method_type: 'card',
      billing_via_partner: false,
    });
    expect(body).not.toHaveProperty('billing_partner');
    const streaming = body.project_addons.find(({ name }: { name: string }) => name === 'streaming-api');
    const variants = streaming.addons.map(({ variant }: { variant: { identifier: string } }) => variant.identifier);
    expect(variants.toSorted()).toEqual(['cd_default', 'ci_large', 'ipv4_default', 'pitr_7']);
    expect(streaming.addons[0].variant).toMatchObject({ name: 'Large', price: 0.1517, price_interval: 'hourly' });
  });

  it('shows prices by contract to the organization that agreed on them', async () => {
    const { ask } = platform();
    const { body } = await ask(`${organization('enterprise-invoice')}/billing/subscription`, { as: 'owner' });
    const prices = body.project_addons.flatMap(({ addons }: { addons: { variant: { identifier: string; price: number } }[] }) =>
      addons.map(({ variant }) => [variant.identifier, variant.price]),
    );
    expect(Object.fromEntries(prices)).toMatchObject({ ci_48xlarge_high_memory: 15.36, ci_24xlarge: 7.68 });
  });

  it('names the partner and the scheduled change of a partner-billed organization', async () => {
    const { ask } = platform();
    const { body } = await ask(`${organization('fly-scheduled')}/billing/subscription`, { as: 'owner' });
    expect(body).toMatchObject({ billing_via_partner: true, billing_partner: 'fly' });
    expect(body.scheduled_plan_change).toEqual({
      at: body.current_period_end,
      target_plan: { id: 'free', name: 'Free' },
      usage_billing_enabled: false,
    });
  });

  it("keeps the running cycle around now, with the anchor's day", async () => {
    const { ask, context } = platform();
    for (const slug of ['free-start', 'pro-payg', 'team-eu']) {
      const { body } = await ask(`${organization(slug)}/billing/subscription`, { as: 'owner' });
      const now = context.clock.nowSeconds();
      expect(body.current_period_start).toBeLessThanOrEqual(now);
      expect(body.current_period_end).toBeGreaterThan(now);
      expect(body.next_invoice_at).toBe(body.current_period_end);
    }
  });

  it('lists projects by page, search, status and order', async () => {
    const { ask } = platform();
    const list = async (slug: string, query: string) => (await ask(`${organization(slug)}/projects${query}`, { as: 'viewer' })).body;
    const names = (page: { projects: { name: string }[] }) => page.projects.map(({ name }) => name);
    const first = await list('team-eu', '?limit=10&offset=20');
    expect(first.pagination).toEqual({ count: 24, limit: 10, offset: 20 });
    expect(first.projects).toHaveLength(4);
    expect(names(await list('over-limit', '?statuses=INACTIVE,PAUSING'))).toEqual(['retired-prototype']);
    expect(names(await list('over-limit', '?search=TELE'))).toEqual(['telemetry']);
    expect(names(await list('over-limit', '?search=%25'))).toEqual([]);
    expect(names(await list('over-limit', '?sort=name_desc'))).toEqual(names(await list('over-limit', '?sort=name_asc')).toReversed());
    expect(names(await list('over-limit', '?sort=created_desc'))[0]).toBe('retired-prototype');
  });

  it('finds a project by its reference', async () => {
    const { ask } = platform();
    const [{ ref, name }] = (await ask(`${organization('pro-capped')}/projects`, { as: 'viewer' })).body.projects;
    const found = await ask(`/platform/projects/${ref}`, { as: 'viewer' });
    expect(found.body).toMatchObject({ ref, name, organization_slug: 'pro-capped' });
  });

  it('lets strange names through unharmed', async () => {
    const { ask } = platform();
    const { body } = await ask(organization('extreme-text'), { as: 'viewer' });
    expect(body.name).toMatch(/^\S{80}$/);
    const { projects } = (await ask(`${organization('extreme-text')}/projects`, { as: 'viewer' })).body;
    expect(projects.map(({ name }: { name: string }) => name)).toContain('<b>bold</b> <script>alert(1)</script>');
  });

  it('says where a partner manages an organization, and nothing of it to others', async () => {
    const { ask } = platform();
    const aws = await ask(`${organization('aws-market')}/cloud-marketplace/redirect`, { as: 'viewer' });
    expect(aws.body.url).toMatch(/^https:\/\/console\.aws\.amazon\.com\//);
    const vercel = await ask('/platform/vercel/redirect/icfg_7f3kQz', { as: 'viewer' });
    expect(vercel.body.url).toMatch(/^https:\/\/vercel\.com\/.*icfg_7f3kQz/);
    expect((await ask('/platform/vercel/redirect/icfg_7f3kQz', { as: 'outsider' })).status).toBe(404);
    expect((await ask(`${organization('pro-capped')}/cloud-marketplace/redirect`, { as: 'owner' })).status).toBe(404);
  });

  it('says what is exceeded, and until when grace is given', async () => {
    const { ask, context } = platform();
    const { body } = await ask(organization('grace-period'), { as: 'viewer' });
    expect(body.restriction_status).toBe('grace_period');
    expect(body.restriction_data.grace_period_end).toBeGreaterThan(context.clock.nowSeconds());
    const exceeded = (await ask(organization('free-exceeded'), { as: 'viewer' })).body;
    expect([exceeded.restriction_status, exceeded.restriction_data]).toEqual([
      null,
      { violations: ['exceed_db_size_quota', 'exceed_egress_quota'], grace_period_end: null },
    ]);
    expect((await ask(organization('pro-capped'), { as: 'viewer' })).body.restriction_data).toBeNull();
  });

  it('lets reads of one organization fail on purpose, with the message and without a word about the cause', async () => {
    const { ask } = platform();
    const failed = await ask(organization('failing-org'), { as: 'owner' });
    expect([failed.status, failed.body.message]).toEqual([500, 'The billing store is being repaired']);
  });
});
