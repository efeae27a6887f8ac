import { formatDayOfYear } from '#lib/dates/format.ts';
import { expect, it } from 'vitest';
import { rowsOf } from '#server/database/database.ts';
import { operatorOf } from '#tests/support/operator.ts';
import { onEachStore } from '#tests/support/platform.ts';

const project = 'a'.repeat(20);
const branch = 'b'.repeat(20);
const replica = 'c'.repeat(20);
const hour = 3600;
const gigabyte = 1_000_000_000;

onEachStore(
  (platform) => {
    const as = (member: string, path: string) => platform().ask(path, { as: member, headers: { Version: '2' } });

    it('goes from nothing to a first bill that adds up', async () => {
      const { ask } = await operatorOf(platform());
      const { clock, jobs } = platform().context;
      const start = clock.nowSeconds();
      const terms = { name: 'Acme', billing_email: 'bills@acme.example', plan: 'pro', spend_cap: false, external_id: 'crm-1' };
      const made = await ask('PUT', '/organizations/acme', terms);
      expect([made.status, made.body]).toEqual([
        201,
        expect.objectContaining({ slug: 'acme', ...terms, payment_method_type: 'card', closed_at: null, discounts: [], contract: null }),
      ]);
      expect((await ask('PUT', '/organizations/acme', terms)).status).toBe(200);
      expect((await ask('PUT', '/organizations/acme', { ...terms, plan: 'team' })).status).toBe(409);
      expect((await ask('PUT', '/organizations/acme', { ...terms, spend_cap: true })).body.errors[0].path).toBe('body.spend_cap');

      const member = await ask('PUT', '/organizations/acme/members/Ada@acme.example', { username: 'ada', role: 'owner' });
      expect([member.status, member.body]).toEqual([201, { email: 'ada@acme.example', username: 'ada', role: 'owner', signed_in: false }]);
      expect((await as('ada', '/platform/organizations/acme')).body).toMatchObject({ slug: 'acme', plan: { id: 'pro' } });

      expect((await ask('PUT', `/organizations/acme/projects/${project}`, { name: 'shop', compute_size: 'small' })).status).toBe(201);
      const two = await ask('PUT', `/organizations/acme/projects/${branch}`, { name: 'shop-next', kind: 'branch', parent_ref: project });
      expect([two.status, two.body.kind]).toEqual([201, 'branch']);
      await jobs.moveClock(start + 10 * hour);
      const at = start + 2 * hour;
      expect((await ask('PUT', `/organizations/acme/projects/${project}/addons/ipv4`, { variant: 'ipv4_default', at })).status).toBe(201);
      const third = { name: 'shop-read', kind: 'replica', parent_ref: project, compute_size: 'micro', at };
      expect((await ask('PUT', `/organizations/acme/projects/${replica}`, third)).status).toBe(201);
      const records = [
        { id: 'u1', organization: 'acme', project_ref: project, metric: 'EGRESS', quantity: 300 * gigabyte, at: start + hour },
        { id: 'u2', organization: 'nobody', project_ref: project, metric: 'EGRESS', quantity: 1, at: start + hour },
        { id: 'u3', organization: 'acme', project_ref: 'z'.repeat(20), metric: 'EGRESS', quantity: 1, at: start + hour },
      ];
      const response = await ask('POST', '/usage', { records });
      expect([response.status, response.body.accepted, response.body.duplicates]).toEqual([200, 1, 0]);
      expect(response.body.rejected.map(({ id, code }: { id: string; code: string }) => [id, code])).toEqual([
        ['u2', 'unknown_organization'],
        ['u3', 'unknown_project'],
      ]);
      expect((await ask('POST', '/usage', { records: records.slice(0, 1) })).body).toMatchObject({ accepted: 0, duplicates: 1 });
      const upcoming = await as('ada', '/platform/organizations/acme/billing/invoices/upcoming');
      expect(upcoming.status).toBe(200);
      expect(JSON.stringify(upcoming.body)).toContain('Egress');

      // Deletes all resources after whole hours, so that each invoice line can be calculated by hand.
      for (const ref of [replica, branch, project]) expect((await ask('DELETE', `/organizations/acme/projects/${ref}`)).status).toBe(204);
      const { current_period_end: end } = (await ask('GET', '/organizations/acme')).body;
      await jobs.moveClock(end + 2 * hour);
      const list = await as('ada', '/platform/organizations/acme/billing/invoices');
      expect(list.body).toHaveLength(1);
      const lines = await as('ada', `/platform/organizations/acme/billing/invoices/${list.body[0].id}/lines`);
      const cents = (dollars: number) => Math.round(dollars * 100);
      const touched = (from: number, until: number) => Math.ceil(until / hour) - Math.floor(from / hour);
      const whole = touched(start, start + 10 * hour);
      const later = touched(at, start + 10 * hour);
      const compute = cents(whole * 0.0206);
      const replicaCompute = cents(later * 0.01344);
      const branchCompute = cents(whole * 0.01344);
      // The plan's credits equal the compute cost of the project. They do not cover the disk of a replica, which is fully billed.
      const credits = compute;
      const expected =
        2500 + compute - credits + replicaCompute + branchCompute + cents(50 * 0.09) + cents(later * 0.0055) + cents(later * 8 * 0.000171);
      const sum = lines.body.lines.reduce((total: number, { amount }: { amount: number }) => total + cents(amount), 0);
      expect([lines.status, list.body[0].subtotal, sum]).toEqual([200, expected, expected]);
      const audit = (await as('ada', '/platform/organizations/acme/billing/audit')).body.entries;
      const changes = audit.filter(({ actor }: { actor: string | null }) => actor === 'key:test');
      expect(new Set(changes.map(({ what }: { what: string }) => what))).toEqual(
        new Set(['organization', 'subscription', 'member', 'project', 'addon']),
      );
    });

    it('keeps discounts and a contract, and refuses what no rule allows', async () => {
      const { ask } = await operatorOf(platform());
      const contract = { plan_price_cents: 120_000, unit_prices: { EGRESS: '0.05' }, quotas: { EGRESS: null } };
      const put = (slug: string, body: object) => ask('PUT', `/organizations/${slug}`, { name: slug, ...body });
      expect((await put('ent', { plan: 'enterprise' })).body.errors[0].path).toBe('body.contract.plan_price_cents');
      const made = await put('ent', { plan: 'enterprise', contract, discounts: [{ line: 'EGRESS:primary', percent: 12.5 }] });
      expect([made.status, made.body.contract.unit_prices]).toEqual([201, { EGRESS: 0.05 }]);
      expect(made.body.discounts).toEqual([{ line: 'EGRESS:primary', percent: 12.5, starts_at: expect.any(Number), ends_at: null }]);
      expect((await put('ent', { discounts: [{ line: 'EGRESS:primary', percent: 12.5 }] })).body.discounts).toEqual(made.body.discounts);
      expect((await put('ent', { discounts: [] })).body.discounts).toEqual([]);
      expect((await put('bad', { contract: { unit_prices: { NOTHING: 1 } } })).body.errors[0].path).toBe(
        'body.contract.unit_prices.NOTHING',
      );
      expect((await put('bad', { plan: 'team', spend_cap: true })).status).toBe(422);
      expect((await ask('GET', '/organizations/bad')).status).toBe(404);
    });

    it('pages through organizations by their last change', async () => {
      const { ask } = await operatorOf(platform());
      for (const slug of ['page-1', 'page-2', 'page-3']) await ask('PUT', `/organizations/${slug}`, { name: slug });
      const first = (await ask('GET', '/organizations?limit=2')).body;
      const slugs = first.organizations.map(({ slug }: { slug: string }) => slug);
      for (let cursor = first.next_cursor; cursor !== null;) {
        const page = (await ask('GET', `/organizations?limit=2&cursor=${cursor}`)).body;
        slugs.push(...page.organizations.map(({ slug }: { slug: string }) => slug));
        cursor = page.next_cursor;
      }
      expect(slugs).toEqual(expect.arrayContaining(['page-1', 'page-2', 'page-3']));
      expect(new Set(slugs).size).toBe(slugs.length);
      const later = platform().context.clock.nowSeconds() + 10;
      expect((await ask('GET', `/organizations?updated_after=${later}`)).body.organizations).toEqual([]);
    });

    it('makes usernames of addresses, never a web address that an email would print as a link', async () => {
      const { ask } = await operatorOf(platform());
      await ask('PUT', '/organizations/named', { name: 'Named' });
      const usernames: string[] = [];
      for (const local of ['dana.ray', 'www.evil.example', '_WWW.evil.example', 'a-www.evil']) {
        const { body } = await ask('PUT', `/organizations/named/members/${local}@named.example`, { role: 'viewer' });
        usernames.push(body.username);
        expect(
          (await ask('PUT', `/organizations/named/members/${local}@named.example`, { role: 'viewer', username: body.username })).status,
        ).toBe(200);
      }
      expect(usernames).toEqual(['dana.ray', 'www-evil.example', 'www-evil.example-2', 'a-www-evil']);
    });

    it('tells what to enforce, with a tag', async () => {
      const { ask } = await operatorOf(platform());
      await ask('PUT', '/organizations/stand', { name: 'Stand', plan: 'pro' });
      const answer = await ask('GET', '/organizations/stand/standing');
      expect(answer.body).toEqual({
        status: 'active',
        reasons: [],
        since: expect.any(Number),
        next: null,
        spend_cap_on: true,
        limit_reached: false,
        limits: [],
      });
      const headers = { 'If-None-Match': answer.headers.get('ETag') ?? '' };
      expect((await ask('GET', '/organizations/stand/standing', undefined, { headers })).status).toBe(304);
    });

    it('closes an organization: a final invoice, and no access any more', async () => {
      const { ask } = await operatorOf(platform());
      const { clock, jobs, db } = platform().context;
      const start = clock.nowSeconds();
      await ask('PUT', '/organizations/gone', { name: 'Gone', plan: 'pro', spend_cap: false });
      await ask('PUT', '/organizations/gone/members/gil@gone.example', { username: 'gil', role: 'admin' });
      const ref = 'g'.repeat(20);
      await ask('PUT', `/organizations/gone/projects/${ref}`, { name: 'g' });
      await jobs.moveClock(start + 5 * hour);
      const record = { organization: 'gone', project_ref: ref, metric: 'EGRESS', quantity: 350 * gigabyte };
      await ask('POST', '/usage', { records: [{ id: 'g1', ...record, at: start + hour }] });
      expect((await as('gil', '/platform/organizations/gone')).status).toBe(200);
      const tried = await ask('DELETE', '/organizations/gone', { dry_run: true });
      expect(tried.status).toBe(200);
      expect([tried.body.organization.closed_at, tried.body.project_refs, tried.body.members]).toEqual([
        expect.any(Number),
        [ref],
        ['gil@gone.example'],
      ]);
      expect((await as('gil', '/platform/organizations/gone')).status).toBe(200);
      const closed = await ask('DELETE', '/organizations/gone');
      expect([closed.status, closed.body.closed_at, closed.body.plan]).toEqual([202, expect.any(Number), 'free']);
      expect((await ask('DELETE', '/organizations/gone')).status).toBe(202);
      expect((await as('gil', '/platform/organizations/gone')).status).toBe(404);
      expect((await ask('GET', '/organizations/gone/standing')).body.status).toBe('closed');
      expect((await ask('GET', '/organizations/gone/projects')).body.projects).toEqual([]);
      expect((await ask('PUT', '/organizations/gone', { name: 'Back' })).status).toBe(409);
      // Included usage is prorated to the hours of the cycle, so nearly all usage is charged.
      const found = await db.execute(
        "select kind, amount_due_cents as cents from invoices where organization_id = (select id from organizations where slug = 'gone')",
      );
      const [final, ...others] = rowsOf<{ kind: string; cents: number }>(found);
      expect([final?.kind, Number(final?.cents) > 3100 && Number(final?.cents) < 3160, others]).toEqual(['final', true, []]);
      const [planned] = tried.body.invoices;
      const sum = planned.lines.reduce((total: number, line: { amount_cents: number }) => total + line.amount_cents, 0);
      expect([planned.amount_due_cents, sum]).toEqual([Number(final?.cents), planned.subtotal_cents]);
      const late = await ask('POST', '/usage', { records: [{ id: 'g2', ...record, at: clock.nowSeconds() }] });
      expect(late.body.rejected[0].code).toBe('organization_closed');
    });

    it('says from when on the contract counts that a compute size needs', async () => {
      const { ask } = await operatorOf(platform());
      const { body } = await ask('PUT', '/organizations/large', {
        name: 'Large',
        plan: 'pro',
        started_at: platform().context.clock.nowSeconds() - hour,
      });
      const put = () => ask('PUT', `/organizations/large/projects/${'l'.repeat(20)}`, { name: 'l', compute_size: '24xlarge' });
      const messageOf = async (): Promise<string> => (await put()).body.errors[0].message;
      expect(await messageOf()).toBe('24XL Compute has contract pricing only, and this organization has none');
      await ask('PUT', '/organizations/large', { name: 'Large', contract: { unit_prices: { COMPUTE_HOURS_24XL: '7.68' } } });
      expect(await messageOf()).toBe(
        `24XL Compute has contract pricing only, and its contract counts from ${formatDayOfYear(body.current_period_end)}`,
      );
      await ask('PUT', `/organizations/large/projects/${'l'.repeat(20)}`, { name: 'l' });
      const now = platform().context.clock.nowSeconds();
      const span = {
        organization: 'large',
        project_ref: 'l'.repeat(20),
        metric: 'COMPUTE_HOURS_24XL',
        quantity: 1,
        at: now - 1,
        until: now,
      };
      const used = await ask('POST', '/usage', { records: [{ id: 'l1', ...span }] });
      expect(used.body.rejected).toMatchObject([{ id: 'l1', code: 'price_by_contract', message: await messageOf() }]);
    });

    it('refuses times outside the open cycle and before the last change', async () => {
      const { ask } = await operatorOf(platform());
      const { clock } = platform().context;
      await ask('PUT', '/organizations/times', { name: 'Times', plan: 'pro', started_at: clock.nowSeconds() - 48 * hour });
      const path = `/organizations/times/projects/${'t'.repeat(20)}`;
      const put = (body: object) => ask('PUT', path, { name: 't', ...body });
      expect((await put({ at: clock.nowSeconds() + 60 })).body.errors[0].path).toBe('body.at');
      expect((await put({ at: clock.nowSeconds() - 50 * hour })).status).toBe(422);
      expect((await put({ at: clock.nowSeconds() - 24 * hour })).status).toBe(201);
      expect((await put({ compute_size: 'large', at: clock.nowSeconds() - 30 * hour })).status).toBe(409);
      expect((await put({ compute_size: 'large', at: clock.nowSeconds() - 2 * hour })).status).toBe(200);
      expect((await put({ compute_size: '24xlarge' })).body.errors[0].path).toBe('body.compute_size');
      expect((await ask('PUT', `${path}/addons/pitr`, { variant: 'ipv4_default' })).body.errors[0].path).toBe('body.variant');
      expect((await ask('GET', path)).body).toMatchObject({ compute_size: 'large', kind: 'primary', addons: [] });
    });
  },
  { SEED: 'none' },
  { automatic: false },
  'database',
);
