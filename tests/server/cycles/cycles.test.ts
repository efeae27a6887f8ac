import { expect, it } from 'vitest';
import { cycleAt } from '#lib/dates/cycle.ts';
import { readInvoiceLines } from '#server/store/invoices/invoice-lines.ts';
import { changePlan, changeSpendCap } from '#server/billing/invoices/change-plan.ts';
import { recordUsage } from '#server/billing/usage/record-usage.ts';
import { projectRef } from '#server/seed/identifiers.ts';
import { onEachBillingStore, seconds } from '#tests/support/billing-store.ts';
import { balance, cents, day, gb, ignore, invoices, never, newest, now, organizations, periodEnd, upcoming, views } from './fixtures.ts';

// All tests use one store. Each test continues with the state of the previous test.
onEachBillingStore(
  organizations,
  now,
  (get) => {
    it('puts a change of plan on the next invoice: old usage at old terms, the new cycle on its own', async () => {
      const store = get();
      const id = await store.organizationId('changing');
      const before = await upcoming(store, 'changing', now);
      const sofar = before.lines.filter(({ usageBased }) => usageBased);
      await store.db.transaction((tx) =>
        changePlan(tx, { organizationId: id, atSeconds: now, planId: 'team', usageBillingEnabled: true, feeChargedCents: 59_900 }, never),
      );
      const after = await upcoming(store, 'changing', now);
      const carried = after.lines.filter(({ carriedOver }) => carriedOver);
      expect(carried.map(({ key }) => key)).toEqual(
        expect.arrayContaining(['EGRESS:primary', 'FUNCTION_INVOCATIONS:primary', 'STORAGE_SIZE:primary']),
      );
      // The change shortens the cycle and prorates its quotas, so the overage can only increase.
      const sum = (lines: typeof after.lines) => lines.reduce((total, { amountCents }) => total + amountCents, 0);
      expect(sum(carried.filter(({ usageBased }) => usageBased))).toBeGreaterThanOrEqual(sum(sofar));
      expect(after.lines.find(({ key }) => key === 'plan')).toMatchObject({
        description: 'Team Plan',
        amountCents: 59_900,
        periodStartSeconds: cycleAt(now, now).endSeconds,
      });
      const cycleLines = after.lines.filter(({ carriedOver, usageBased }) => !carriedOver && usageBased);
      expect(cycleLines).toEqual([]);
      const ids = views([...after.lines]).map(({ id: lineId }) => lineId);
      expect(new Set(ids).size).toBe(ids.length);
    });

    it('keeps usage apart that arrived in the minutes before a change was put into effect', async () => {
      const store = get();
      const id = await store.organizationId('capping');
      const ref = projectRef('capping', 'app');
      const at = now + 600;
      const record = (recordId: string, fromSeconds: number, index: number) => ({
        index,
        id: recordId,
        projectRef: ref,
        metric: 'EGRESS',
        fromSeconds,
        untilSeconds: null,
        quantity: 400 * gb,
      });
      const booked = await recordUsage(store.db, id, [record('before', at - 1, 0), record('after', at, 1)], at + 60);
      expect(booked.accepted).toBe(2);
      const overage = await store.db.transaction((tx) => changeSpendCap(tx, id, true, at, ignore));
      const [invoice] = await invoices(store, 'capping');
      expect(invoice).toMatchObject({ id: overage?.id, kind: 'spend_cap', status: 'open' });
      const lines = await readInvoiceLines(store.db, id, overage?.id ?? '');
      const egress = lines.find(({ key }) => key === 'EGRESS:primary');
      const growth = (await upcoming(store, 'capping', at + 60)).lines.find(({ key }) => key === 'EGRESS:primary');
      // Enabling the spend cap created an invoice for all usage until then. The later 400 GB are not charged.
      expect(growth?.amountCents).toBe(0);
      expect(growth?.derivation?.invoiced.amountCents).toBe(egress?.amountCents);
      expect(Number(growth?.derivation?.uncharged.numerator)).toBe(400 * gb);
    });

    it('makes the final invoice on the way to Free, and takes what costs away', async () => {
      const store = get();
      const id = await store.organizationId('leaving');
      const final = await store.db.transaction((tx) =>
        changePlan(tx, { organizationId: id, atSeconds: now, planId: 'free', usageBillingEnabled: false, feeChargedCents: 0 }, ignore),
      );
      const invoice = await newest(store, 'leaving');
      expect(invoice).toMatchObject({ id: final?.id, kind: 'final', status: 'open' });
      const lines = await readInvoiceLines(store.db, id, invoice.id);
      expect(lines.map(({ key }) => key)).not.toContain('plan');
      expect(lines.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(cents(invoice.subtotal_cents));
      expect(cents(invoice.subtotal_cents)).toBeGreaterThan(0);
      expect(await upcoming(store, 'leaving', now + 40 * day)).toEqual({ lines: [], amountTotalCents: 0, amountProjectedCents: 0 });
      const [project] = await store.rows<{ compute_size: string }>(
        `select compute_size from projects where ref = '${projectRef('leaving', 'app')}'`,
      );
      expect(project?.compute_size).toBe('nano');
    });

    it('makes the invoice of a cycle equal to the upcoming one at its last instant, line by line', async () => {
      const store = get();
      const slugs = ['busy', 'credit', 'changing', 'capping', 'by-invoice', 'scheduled'];
      const ends = new Map<string, number>();
      const expected = new Map<string, unknown>();
      for (const slug of slugs) {
        const end = await periodEnd(store, slug);
        ends.set(slug, end);
        expected.set(slug, views([...(await upcoming(store, slug, end)).lines]));
      }
      await store.jobs.moveClock(Math.max(...ends.values()) + 2 * 3600);
      for (const slug of slugs) {
        const id = await store.organizationId(slug);
        const invoice = (await invoices(store, slug)).find(({ kind }) => kind === 'cycle');
        const lines = await readInvoiceLines(store.db, id, invoice?.id ?? '');
        expect([slug, views(lines)]).toEqual([slug, expected.get(slug)]);
        expect(cents(invoice?.subtotal_cents)).toBe(lines.reduce((sum, { amountCents }) => sum + amountCents, 0));
      }
      expect(store.logged.filter(({ err }) => err)).toEqual([]);
    });

    it('uses credit first, and pays at once what credit covers', async () => {
      const store = get();
      const credit = await newest(store, 'credit');
      expect(cents(credit.amount_due_cents)).toBe(cents(credit.subtotal_cents) - 1800);
      expect([credit.status, await balance(store, 'credit')]).toEqual(['open', 0]);
      const rich = await newest(store, 'rich');
      expect([rich.status, cents(rich.amount_due_cents), await balance(store, 'rich')]).toEqual([
        'paid',
        0,
        900_000 - cents(rich.subtotal_cents),
      ]);
    });

    it('hands what is charged to a card over, once, and nothing else', async () => {
      const store = get();
      const handed = store.handedOver.map(({ id }) => id);
      expect(new Set(handed).size).toBe(handed.length);
      expect(handed).toContain((await newest(store, 'credit')).id);
      for (const slug of ['rich', 'by-invoice', 'partner']) expect(handed).not.toContain((await newest(store, slug)).id);
      expect((await newest(store, 'by-invoice')).status).toBe('issued');
      expect(await newest(store, 'partner')).toMatchObject({ status: 'issued', due_at: null });
    });

    it('changes the plan that was scheduled for the end of the cycle, and takes its add-ons away', async () => {
      const store = get();
      const [subscription] = await store.rows<{ plan: string; scheduled_at: unknown; usage_billing_enabled: boolean }>(
        `select s.* from subscriptions s join organizations o on o.id = s.organization_id where o.slug = 'scheduled'`,
      );
      expect(subscription).toMatchObject({ plan: 'free', scheduled_at: null, usage_billing_enabled: false });
      const lines = await readInvoiceLines(store.db, await store.organizationId('scheduled'), (await newest(store, 'scheduled')).id);
      expect(lines.map(({ key }) => key)).toEqual(
        expect.arrayContaining(['COMPUTE_HOURS_MD:primary', 'PITR_7:primary', 'LOG_DRAIN:primary']),
      );
      expect(lines.map(({ key }) => key)).not.toContain('plan');
      const addons = await store.rows<{ type: string }>(
        `select type from project_addons a join projects p on p.id = a.project_id where p.ref = '${projectRef('scheduled', 'app')}'`,
      );
      expect(addons.map(({ type }) => type)).toEqual(['log_drain']);
    });

    it('bills usage that comes while the draft waits on it, and later usage on the next invoice', async () => {
      const store = get();
      const id = await store.organizationId('late');
      const end = await periodEnd(store, 'late');
      await store.jobs.moveClock(end + 60);
      const draft = await newest(store, 'late');
      expect([draft.status, draft.finalized_at]).toEqual(['draft', null]);
      const record = (recordId: string) => [
        {
          index: 0,
          id: recordId,
          projectRef: projectRef('late', 'app'),
          metric: 'EGRESS',
          fromSeconds: end - 5,
          untilSeconds: null,
          quantity: 350 * gb,
        },
      ];
      expect((await recordUsage(store.db, id, record('in-time'), end + 120)).accepted).toBe(1);
      await store.jobs.moveClock(end + 3600);
      const final = await newest(store, 'late');
      expect([final.id, final.status]).toEqual([draft.id, 'open']);
      expect(cents(final.subtotal_cents)).toBe(cents(draft.subtotal_cents) + 900);
      expect((await recordUsage(store.db, id, record('later'), end + 3660)).accepted).toBe(1);
      const line = (await upcoming(store, 'late', end + 3660)).lines.find(({ key }) => key === 'EGRESS:primary');
      expect(line).toMatchObject({
        reportedLater: true,
        amountCents: 3150,
        description: expect.stringMatching(/^Egress, .*, reported later$/),
      });
    });

    it('keeps the anchor through short months', async () => {
      const store = get();
      // The first cycle starts on December 31. Cycles end on January 31, on the last day of February, and on March 31.
      await store.jobs.moveClock(seconds('2026-06-05T00:00:00Z'));
      const periods = await store.rows<{ starts: string }>(
        `select to_char(p.starts_at at time zone 'utc', 'YYYY-MM-DD HH24:MI') as starts from billing_periods p join organizations o on o.id = p.organization_id where o.slug = 'short-month' order by p.id`,
      );
      expect(periods.map(({ starts }) => starts)).toEqual([
        '2025-12-31 09:30',
        '2026-01-31 09:30',
        '2026-02-28 09:30',
        '2026-03-31 09:30',
        '2026-04-30 09:30',
        '2026-05-31 09:30',
      ]);
      expect((await invoices(store, 'short-month')).length).toBe(6);
      expect((await invoices(store, 'free')).length).toBe(0);
    });

    it('leaves no gap and no overlap between the periods of any organization', async () => {
      const store = get();
      const gaps = await store.rows(
        `select * from (select organization_id, starts_at, lag(closed_at) over (partition by organization_id order by id) as before from billing_periods) p where before is distinct from starts_at and before is not null`,
      );
      expect(gaps).toEqual([]);
      const two = await store.rows(`select organization_id from billing_periods where closed_at is null group by 1 having count(*) <> 1`);
      expect(two).toEqual([]);
    });

    it('keeps the books: every entry balances, and what invoices are owed is what was billed less credit', async () => {
      const store = get();
      expect(await store.rows(`select sum(amount_cents)::text as sum from ledger_entries`)).toEqual([{ sum: '0' }]);
      const wrong = await store.rows(`
      select i.id from invoices i
      left join ledger_transactions t on t.business_key = 'invoice:' || i.id || ':finalized'
      where i.status <> 'draft' and i.subtotal_cents <> coalesce((select -sum(amount_cents) from ledger_entries e where e.transaction_id = t.id and account = 'revenue'), 0)`);
      expect(wrong).toEqual([]);
      const due = await store.rows(`
      select i.id from invoices i join ledger_transactions t on t.business_key = 'invoice:' || i.id || ':finalized'
      where i.amount_due_cents <> coalesce((select sum(amount_cents) from ledger_entries e where e.transaction_id = t.id and account = 'receivable'), 0)`);
      expect(due).toEqual([]);
    });

    it('goes on with the others when one organization fails, and says which', async () => {
      const store = get();
      const id = await store.organizationId('broken');
      await store.db.execute(`update subscriptions set plan = 'enterprise' where organization_id = ${id}`);
      const end = await periodEnd(store, 'broken');
      const others = (await invoices(store, 'rich')).length;
      await store.jobs.moveClock(end + 32 * day);
      expect((await invoices(store, 'rich')).length).toBeGreaterThan(others);
      expect(store.logged.some(({ organization, job }) => organization === id && job === 'close-cycles')).toBe(true);
      await store.db.execute(`update subscriptions set plan = 'pro' where organization_id = ${id}`);
      await store.jobs.runDue();
      expect(await periodEnd(store, 'broken')).toBeGreaterThan(store.clock.nowSeconds());
    });
  },
  { subject: 'database' },
);
