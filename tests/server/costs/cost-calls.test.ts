import { expect, it, vi } from 'vitest';
import { demoOrganizations } from '#server/seed/demo-organizations/all-organizations.ts';
import { rowsOf } from '#server/database/database.ts';
import { newToken } from '#tests/support/new-token.ts';
import { onEachStore } from '#tests/support/platform.ts';
import { cellsOfCsv, rowsOfCsv, rowsOfJsonLines } from './export-rows.ts';
import { billedByInvoice, type BookedFacts, focusRules, inapplicable } from './focus-rules.ts';

vi.setConfig({ testTimeout: 120_000 });

const groupings = ['day', 'project', 'branch', 'metric'] as const;
const sum = (amounts: readonly number[]): number => amounts.reduce((total, cents) => total + cents, 0);
const day = 86_400;

onEachStore((platform) => {
  const get = (slug: string, path: string, headers: Record<string, string> = {}) =>
    platform().ask(`/platform/organizations/${slug}/billing/${path}`, { as: 'owner', headers });
  const read = async <Row>(query: string) => rowsOf<Row>(await platform().context.db.execute(query));
  const number = async (query: string): Promise<number> => Number((await read<{ n: string }>(query))[0]?.n ?? 0);
  const now = () => platform().context.clock.nowSeconds();

  async function slugs(): Promise<string[]> {
    const found: string[] = [];
    for (const { slug, fault } of demoOrganizations) if (!fault && (await get(slug, 'invoices?limit=1')).status === 200) found.push(slug);
    return found;
  }

  /** Invoices minus credit notes, plus the upcoming invoice. The values come from the tables, not from the cost calls. */
  async function chargedCents(slug: string): Promise<number> {
    const of = `(select id from organizations where slug = '${slug}')`;
    const invoiced = await number(
      `select coalesce(sum(subtotal_cents + carried_cents), 0)::text as n from invoices where organization_id = ${of}`,
    );
    const noted = await number(
      `select coalesce(sum(amount_cents - balance_cents), 0)::text as n from credit_notes where organization_id = ${of}`,
    );
    const { body } = await get(slug, 'invoices/upcoming', { Version: '2' });
    const running = (body.lines as { id: string; amount: number }[]).filter(({ id }) => id !== 'plan');
    return invoiced - noted + sum(running.map(({ amount }) => Math.round(amount * 100)));
  }

  it('groups costs in four ways, each with the sum of the invoices and of the running usage, to the cent', async () => {
    expect((await platform().ask('/platform/profile', { as: 'owner' })).body.capabilities).toContain('costs');
    const all = await slugs();
    expect(all.length).toBeGreaterThan(10);
    const totals: unknown[] = [];
    for (const slug of all) {
      const answers = [];
      for (const grouping of groupings) answers.push((await get(slug, `costs?group_by=${grouping}`)).body);
      const charged = await chargedCents(slug);
      for (const { groups, documents, total_cents: total } of answers) {
        const amounts = (list: { amount_cents: number }[]) => sum(list.map(({ amount_cents: cents }) => cents));
        expect([slug, total, amounts(groups), amounts(documents)]).toEqual([slug, charged, charged, charged]);
      }
      totals.push(charged);
    }
    expect(new Set(totals).size).toBeGreaterThan(5);
  });

  it('gives parts of a time that sum to the whole, and each cost to one of them', async () => {
    for (const slug of ['pro-payg', 'busy-year', 'rare-usage']) {
      const total = async (query: string): Promise<number> => (await get(slug, `costs?group_by=project${query}`)).body.total_cents;
      const cuts = [200, 61, 31, 3].map((days) => new Date((now() - days * day) * 1000).toISOString().slice(0, 19) + 'Z');
      const bounds = [undefined, ...cuts, undefined];
      let parts = 0;
      for (const [index, from] of bounds.slice(0, -1).entries()) {
        const to = bounds[index + 1];
        parts += await total(`${from ? `&from=${from}` : ''}${to ? `&to=${to}` : ''}`);
      }
      expect([slug, parts]).toEqual([slug, await total('')]);
    }
  });

  it('answers CSV with numbers in their own column, and names the branch and its project', async () => {
    const json = (await get('pro-payg', 'costs?group_by=metric')).body;
    const { headers, body } = await get('pro-payg', 'costs?group_by=metric&format=csv');
    expect([headers.get('Content-Type'), headers.get('Content-Disposition')]).toEqual([
      'text/csv; charset=utf-8; header=present',
      'attachment; filename="costs-by-metric-pro-payg.csv"',
    ]);
    const [head, ...rows] = cellsOfCsv(body);
    expect(head).toEqual(['Metric', 'Name', 'Amount', 'Currency']);
    expect(sum(rows.map(([, , amount]) => Math.round(Number(amount) * 100)))).toBe(json.total_cents);
    expect(rows.every(([, , amount = '']) => /^-?\d+\.\d\d$/.test(amount))).toBe(true);
    const [branchHead] = cellsOfCsv((await get('pro-payg', 'costs?group_by=branch&format=csv')).body);
    expect(branchHead).toEqual(['Branch', 'Name', 'Project', 'Amount', 'Currency']);
    const days = (await get('pro-payg', 'costs')).body;
    expect([days.group_by, days.daily_usage_days, days.same_until]).toEqual(['day', 400, null]);
    expect(days.groups.map(({ key }: { key: string }) => key)).toEqual(days.groups.map(({ key }: { key: string }) => key).toSorted());
  });

  async function facts(slug: string): Promise<BookedFacts> {
    const of = `(select id from organizations where slug = '${slug}')`;
    const payable = await read<{ id: string; cents: string }>(`
      select i.id, coalesce((select sum(e.amount_cents) from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
          and e.organization_id = t.organization_id where t.business_key = 'invoice:' || i.id || ':finalized' and e.account = 'receivable'),
          case when exists (select from ledger_transactions t where t.business_key = 'invoice:' || i.id || ':finalized') then 0 else i.amount_due_cents end)::text as cents
        from invoices i where i.organization_id = ${of}
      union all select n.id, (n.balance_cents - n.amount_cents)::text from credit_notes n where n.organization_id = ${of}`);
    return { payableCents: new Map(payable.map(({ id, cents }) => [id, Number(cents)])) };
  }

  it("keeps FOCUS' rules for every organization, in JSON lines and in CSV", async () => {
    const broken: string[] = [];
    for (const slug of await slugs()) {
      const { headers, body } = await get(slug, 'export/focus');
      expect(headers.get('Content-Type')).toBe('application/jsonl; charset=utf-8');
      const rows = rowsOfJsonLines(body);
      const csv = await get(slug, 'export/focus?format=csv');
      expect([slug, csv.headers.get('Content-Disposition')]).toEqual([slug, `attachment; filename="focus-${slug}.csv"`]);
      expect(rowsOfCsv(csv.body)).toHaveLength(rows.length);
      const booked = await facts(slug);
      for (const { rule, holds } of focusRules) if (!holds(rows, booked)) broken.push(`${slug}: ${rule}`);
      const billed = billedByInvoice(rows);
      for (const [id, cents] of booked.payableCents) if (cents !== 0 && billed.get(id) !== cents) broken.push(`${slug}: ${id} is missing`);
    }
    expect(broken).toEqual([]);
    expect(Object.keys(inapplicable).length).toBeGreaterThan(5);
  });

  it("notices a breach of each of FOCUS' rules", async () => {
    const rows = rowsOfJsonLines((await get('busy-year', 'export/focus')).body);
    const booked = await facts('busy-year');
    const unnoticed = focusRules.filter(({ holds, broken }) => holds(broken(rows), booked)).map(({ rule }) => rule);
    expect(unnoticed).toEqual([]);
  });

  it('exports whole billing periods that begin within a time, none twice', async () => {
    const all = rowsOfJsonLines((await get('busy-year', 'export/focus')).body);
    const starts = [...new Set(all.map(({ BillingPeriodStart: start }) => start))].toSorted();
    expect(starts.length).toBeGreaterThan(5);
    const [, , third, fourth] = starts;
    const some = rowsOfJsonLines((await get('busy-year', `export/focus?from=${third}&to=${fourth}`)).body);
    expect(some).toEqual(all.filter(({ BillingPeriodStart: start }) => start === third));
    expect(some.length).toBeGreaterThan(0);
  });

  it('lets a token with billing:read read both, and no token of one project', async () => {
    const authorized = async (terms: Parameters<typeof newToken>[2], path: string): Promise<number> => {
      const { token } = await newToken(platform(), 'pro-payg', terms);
      const headers = { Authorization: `Bearer ${token}` };
      return (await platform().ask(`/platform/organizations/pro-payg/billing/${path}`, { headers })).status;
    };
    const [ref] = (
      await read<{ ref: string }>(
        `select ref from projects where organization_id = (select id from organizations where slug = 'pro-payg') limit 1`,
      )
    ).map((row) => row.ref);
    for (const path of ['costs', 'export/focus']) {
      expect(await authorized({ scopes: ['billing:read'] }, path)).toBe(200);
      expect(await authorized({ scopes: ['usage:write'] }, path)).toBe(403);
      expect(await authorized({ scopes: ['billing:read'], project_ref: ref ?? '' }, path)).toBe(403);
    }
    expect((await get('pro-payg', 'costs?group_by=week')).body.errors[0].path).toBe('query.group_by');
    expect((await get('pro-payg', 'export/focus?from=2026-02-02&to=2026-01-01')).body.errors[0].path).toBe('query.to');
    expect((await get('aws-market', 'costs')).status).toBe(422);
  });
});
