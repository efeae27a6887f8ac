import { describe, expect, it } from 'vitest';
import { onMoneyPlatform } from '#tests/support/money-platform.ts';
import { once, operatorOf, type Operator } from '#tests/support/operator.ts';

const base = (slug: string) => `/platform/organizations/${slug}`;

onMoneyPlatform(
  (money) => {
    let operator: Promise<Operator> | null = null;
    const staff = () => (operator ??= operatorOf(money().platform));
    const act = async (path: string, body: object, sent = once()) => (await staff()).ask('POST', path, body, sent);
    const invoiceOf = async (slug: string, id: string) => (await money().send('GET', `${base(slug)}/billing/invoices/${id}`)).body;
    const audited = async (slug: string) =>
      (await money().send('GET', `${base(slug)}/billing/audit`)).body.entries.filter(({ what }: { what: string }) => what === 'staff_action');

    /** Moves to Team by invoice. @returns the unpaid invoice of its fee */
    async function unpaid(slug: string): Promise<Record<string, any>> {
      await money().db.execute(`update subscriptions set payment_method_type = 'invoice'
        where organization_id = (select id from organizations where slug = '${slug}')`);
      expect((await money().change(slug, { tier: 'tier_team' })).status).toBe(200);
      const invoices = (await money().send('GET', `${base(slug)}/billing/invoices`)).body as Record<string, any>[];
      const issued = invoices.find(({ status }) => status === 'issued');
      if (!issued) throw new Error(`${slug} owes nothing`);
      return issued;
    }

    describe('credit', () => {
      const path = '/organizations/free-one/credits';
      const input = { amount_cents: 5000, reason: 'Slow queries on Oct 3', reference: 'ticket-7' };

      it('is given once under its key, and members read the reason', async () => {
        const sent = once();
        const [first, again] = await Promise.all([act(path, input, sent), act(path, input, sent)]);
        expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
        expect(first.body.entry).toMatchObject({ amount_cents: 5000, balance_cents: 5000, reference: 'ticket-7' });
        expect(await money().balance('free-one')).toBe(5000);
        const { body } = await money().send('GET', `${base('free-one')}/billing/credits/history`);
        expect(body.entries[0]).toMatchObject({ description: 'Credit of $50.00: Slow queries on Oct 3', amount: 5000 });
        expect((await audited('free-one'))[0]).toMatchObject({
          actor: 'key:test',
          call: 'grantCredit',
          before: { balance_cents: 0 },
          after: { balance_cents: 5000, kind: 'credit', amount_cents: 5000, reason: 'Slow queries on Oct 3', reference: 'ticket-7' },
        });
      });

      it('is tried first without a trace', async () => {
        const before = await money().balance('free-one');
        const { status, body } = await act(path, { ...input, dry_run: true }, {});
        expect([status, body]).toEqual([
          200,
          {
            dry_run: true,
            needs_approval: false,
            amount_cents: 5000,
            words: 'Credit of $50.00: Slow queries on Oct 3',
            entries: [
              { description: 'Credit of $50.00: Slow queries on Oct 3', account: 'goodwill', amount_cents: 5000 },
              { description: 'Credit of $50.00: Slow queries on Oct 3', account: 'customer_credit', amount_cents: -5000 },
            ],
          },
        ]);
        expect(await money().balance('free-one')).toBe(before);
      });

      it('needs an idempotency key and a reason', async () => {
        const keyless = await act(path, input, {});
        expect([keyless.status, keyless.body.errors[0].path]).toEqual([400, 'header.Idempotency-Key']);
        const { reason: _, ...mute } = input;
        expect((await act(path, mute)).body.errors[0].path).toBe('body.reason');
        expect((await act('/organizations/nothing/credits', input)).status).toBe(404);
      });
    });

    it('forgives an invoice: nothing is owed, its restriction ends, and members read why', async () => {
      const { id, number } = await unpaid('free-three');
      const { pass, platform } = money();
      const { collection } = await invoiceOf('free-three', id);
      await pass(collection.due_at - platform.context.clock.nowSeconds() + 60);
      const restriction = async () => (await money().send('GET', base('free-three'))).body.restriction_status;
      expect(await restriction()).toBe('grace_period');
      const path = `/invoices/${id}/forgive`;
      const tried = await act(path, { reason: 'Agreed after the outage', dry_run: true }, {});
      expect(tried.body).toMatchObject({
        words: 'Forgiven: Agreed after the outage',
        entries: [
          { account: 'bad_debt', amount_cents: 59_900 },
          { account: 'receivable', amount_cents: -59_900 },
        ],
        invoice: { id, number, status: 'void' },
      });
      expect([await restriction(), (await invoiceOf('free-three', id)).status]).toEqual(['grace_period', 'issued']);
      const done = await act(path, { reason: 'Agreed after the outage' });
      expect([done.status, done.body.entries, done.body.invoice.status]).toEqual([200, tried.body.entries, 'void']);
      expect(await restriction()).toBeNull();
      expect((await audited('free-three'))[0]).toMatchObject({
        before: { status: 'issued', amount_due_cents: 59_900 },
        after: { status: 'void', kind: 'forgive', reason: 'Agreed after the outage' },
      });
      const again = await act(path, { reason: 'Twice' });
      expect([again.status, again.body.message]).toEqual([409, 'This invoice is forgiven already']);
    });

    it('settles everything it has charged', async () => {
      expect(await money().faults()).toEqual([]);
    });
  },
  ['pglite'],
);
