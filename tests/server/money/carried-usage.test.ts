import { expect, it } from 'vitest';
import type { InvoiceLine } from '#contract/types.ts';
import { centsFromDollars } from '#lib/money.ts';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';

const gigabyte = 1_000_000_000;
const daySeconds = 86_400;

interface UsageAnswer {
  readonly cycles: readonly { readonly start: number; readonly end: number; readonly plan: string; readonly carried_over: boolean }[];
  readonly usages: readonly {
    readonly metric: string;
    readonly usage: number;
    readonly cost?: number;
    readonly pricing_free_units?: number;
  }[];
}

interface CarriedLine {
  readonly invoice: string;
  readonly waited: number;
  readonly cents: number;
}

onMoneyPlatformWith({ organizations: ['payg', 'rich'] }, (money) => {
  const carriedLines = async (slug: string): Promise<CarriedLine[]> =>
    money().rows<CarriedLine>(
      `select i.id as invoice, l.amount_cents::int as cents, extract(epoch from i.finalized_at - p.closed_at)::int as waited
        from invoice_lines l join invoices i on i.id = l.invoice_id join billing_periods p on p.id = l.period_id
        where i.organization_id = ${await money().idOf(slug)} and l.metric = 'EGRESS' and l.carried_over order by p.id`,
    );
  const unbilled = async (slug: string) =>
    money().rows<{ closed: number }>(
      `select extract(epoch from closed_at)::int as closed from billing_periods
        where organization_id = ${await money().idOf(slug)} and closed_at is not null and invoice_id is null and not is_empty`,
    );

  it('usage is invoiced 32 days after its change at the latest, however often changes begin another cycle', async () => {
    const { change, owe, pass, use, platform } = money();
    const { clock } = platform.context;
    await owe('payg', 900_000);
    for (let index = 0; index < 5; index += 1) {
      // Usage far above the quota gives each period a cost.
      await use('payg', 'EGRESS', 5000 * gigabyte, clock.nowSeconds());
      await pass(60);
      expect((await change('payg', { tier: index % 2 === 0 ? 'tier_team' : 'tier_payg' })).status).toBe(200);
      await pass(20 * daySeconds);
      for (const { closed } of await unbilled('payg')) expect(clock.nowSeconds() - closed).toBeLessThanOrEqual(32 * daySeconds);
    }
    const before = await carriedLines('payg');
    expect(before.length).toBeGreaterThanOrEqual(3);
    expect(before.every(({ waited, cents }) => waited <= 32 * daySeconds && cents > 0)).toBe(true);
    await pass(40 * daySeconds);
    expect(await unbilled('payg')).toEqual([]);
    const all = await carriedLines('payg');
    expect(all).toHaveLength(5);
    expect(new Set(all.map(({ invoice }) => invoice)).size).toBeGreaterThan(1);
    expect(await money().faults()).toEqual([]);
  });

  it('one change leaves its usage to the invoice of the cycle that it began', async () => {
    const { change, owe, pass, use, platform } = money();
    await owe('rich', 900_000);
    await use('rich', 'EGRESS', 5000 * gigabyte, platform.context.clock.nowSeconds());
    await pass(60);
    const organization = '/platform/organizations/rich';
    const read = async (path: string) => (await platform.ask(`${organization}/${path}`, { as: 'owner', headers: { Version: '2' } })).body;
    const egressOf = ({ usages }: UsageAnswer) => usages.find(({ metric }) => metric === 'EGRESS');
    const before = egressOf(await read('usage'));
    expect((await change('rich', { tier: 'tier_team' })).status).toBe(200);

    const now: UsageAnswer = await read('usage');
    const [running, carried] = now.cycles;
    expect([egressOf(now)?.usage, before?.usage, running?.plan]).toEqual([0, 5000, 'team']);
    expect(carried).toMatchObject({ end: running?.start, plan: 'pro', carried_over: true });
    const range = (['start', 'end'] as const).map((bound) => `${bound}=${new Date((carried?.[bound] ?? 0) * 1000).toISOString()}`);
    const whole: UsageAnswer = await read(`usage?${range.join('&')}`);
    expect(egressOf(whole)?.usage).toBe(5000);
    // The plan change shortened the cycle. A shorter cycle has a prorated quota, so the quota is less than 250 GB.
    expect(egressOf(whole)?.pricing_free_units).toBeLessThan(250);
    const cost = (sum: number, record: { readonly cost?: number }) => sum + centsFromDollars(record.cost ?? 0);
    const { lines } = (await read('billing/invoices/upcoming')) as { readonly lines: readonly InvoiceLine[] };
    const carriedOnInvoice = lines.filter(({ carried_over: isCarried }) => isCarried);
    // Excludes the line of Compute Credits, because it has no usage metric.
    const onInvoice = carriedOnInvoice.filter(({ usage_metric: metric }) => metric);
    expect(whole.usages.reduce(cost, 0)).toBe(onInvoice.reduce((sum, { amount }) => sum + centsFromDollars(amount), 0));
    expect(onInvoice.map(({ description }) => description)).toContainEqual(
      expect.stringMatching(/^Egress, [A-Z][a-z]{2} \d+( to [A-Z][a-z]{2} \d+)?, before the change to Team$/),
    );
    expect(lines.filter(({ carried_over: isCarried }) => isCarried === undefined).length).toBeGreaterThan(0);

    await pass(33 * daySeconds);
    const rows: string[] = (await read('billing/invoices/export?kind=lines')).split('\r\n');
    expect(rows.filter((row) => row.includes('before the change to Team",yes,')).length).toBe(carriedOnInvoice.length);
    const kinds = await money().rows<{ kind: string }>(
      `select distinct i.kind from invoice_lines l join invoices i on i.id = l.invoice_id
        where i.organization_id = ${await money().idOf('rich')} and l.carried_over`,
    );
    expect(kinds).toEqual([{ kind: 'cycle' }]);
  });
});
