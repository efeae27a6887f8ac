import { expect, it } from 'vitest';
import { formatCents } from '#lib/money.ts';
import type { NoticeFacts } from '#server/domain/notices.ts';
import { wordsOfNotice } from '#server/notices/messages/all-messages.ts';
import { removeExpired } from '#server/store/retention/remove-expired.ts';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { once } from '#tests/support/operator.ts';
import { testCard } from '#tests/support/payer.ts';
import { staffAt } from '#tests/support/staff.ts';

onMoneyPlatformWith({ organizations: ['capped', 'payg', 'rich'] }, (money) => {
  const { act, as } = staffAt(money);
  const buy = async (slug: string, amount: number, number: string = testCard.good) => {
    const { topUp, card, settled, pass } = money();
    expect((await topUp(slug, { amount, payment_method_id: await card(number) })).status).toBe(201);
    await settled();
    await pass(60);
  };
  const close = async (slug: string, body?: object) => (await as('ops@example.com')).ask('DELETE', `/organizations/${slug}`, body);
  const refunded = (): number[] =>
    money()
      .sandbox.money()
      .flatMap(({ kind, amount }) => (kind === 'refund_succeeded' ? [amount] : []));

  it('refunds the unused part of each paid top-up, newest first, ends given credit, and does so once', async () => {
    await buy('capped', 500);
    await buy('capped', 200);
    expect((await act('/organizations/capped/credits', { amount_cents: 5000, reason: 'Sorry' })).status).toBe(201);
    await act('/organizations/capped/credits', { amount_cents: 300, reason: 'Sorry again' });
    const tried = await close('capped', { dry_run: true });
    const final = tried.body.invoices.reduce((sum: number, { subtotal_cents: cents }: { subtotal_cents: number }) => sum + cents, 0);
    expect(tried.body.refunds.map(({ amount_cents: cents }: { amount_cents: number }) => cents)).toEqual([20_000, 50_000 - final]);
    expect([tried.body.ended_credit_cents, tried.body.credit_balance_cents]).toEqual([5300, 0]);
    expect([await money().balance('capped'), refunded()]).toEqual([75_300, []]);

    expect((await close('capped')).status).toBe(202);
    await money().settled();
    expect([await money().account('capped', 'customer_credit'), refunded()]).toEqual([0, [20_000, 50_000 - final]]);

    expect((await close('capped')).status).toBe(202);
    await money().settled();
    expect(refunded()).toHaveLength(2);
    expect(await money().faults()).toEqual([]);
  });

  it('sends the result by email, and lets owners read and export the invoices for 90 days', async () => {
    const { send, rows, pass, platform, db } = money();
    const [notice] = await rows<{ facts: NoticeFacts['organization_closed']; addresses: number }>(`
      select n.facts, count(d.*)::integer as addresses from notices n join organizations o on o.id = n.organization_id and o.slug = 'capped'
      join notice_deliveries d on d.notice_id = n.id and d.organization_id = n.organization_id
      where n.kind = 'organization_closed' group by n.id, n.facts`);
    expect(notice?.addresses).toBeGreaterThan(0);
    const [final] = notice?.facts.invoices ?? [];
    const email = wordsOfNotice('organization_closed', notice?.facts as NoticeFacts['organization_closed'], {
      name: 'Capped',
      isPaid: false,
    });
    expect(email.facts).toEqual([
      [`Final invoice ${final?.number}`, formatCents(final?.totalCents ?? 0)],
      ['Refund of credits', '$200.00'],
      ['Refund of credits', formatCents(50_000 - (final?.totalCents ?? 0))],
      ['Given credit that ended', '$53.00'],
    ]);
    expect(email.action.path).toBe('billing#invoices');

    const exported = async (as: string) =>
      (await send('GET', '/platform/organizations/capped/billing/invoices/export', undefined, { as })).status;
    expect([await exported('owner'), await exported('billing')]).toEqual([200, 404]);
    const dayMs = 86_400_000;
    const after = (days: number) => removeExpired(db, new Date(platform.context.clock.nowMs() + days * dayMs));
    await after(89);
    expect(await exported('owner')).toBe(200);
    await after(91);
    expect(await exported('owner')).toBe(404);
    await pass(60);
    expect(await money().faults()).toEqual([]);
  });

  it('waits for another person above the approval limit, and asks once', async () => {
    // Creates the approver's key before the request, because a key can't approve requests that are older than the key.
    const other = await as('other@example.com');
    await buy('payg', 1500);
    await money().db.execute('update approval_limits set cents = 100000');
    const tried = await close('payg', { dry_run: true });
    const [planned] = tried.body.refunds;
    expect(planned.approval).toEqual(expect.any(String));
    const before = refunded().length;
    expect((await close('payg')).status).toBe(202);
    expect((await close('payg')).status).toBe(202);
    await money().settled();
    expect([refunded().length, await money().account('payg', 'customer_credit')]).toEqual([before, -planned.amount_cents]);
    const { approvals } = (await other.ask('GET', '/approvals?status=pending')).body;
    expect(approvals).toMatchObject([
      { action: 'refund', organization: 'payg', amount_cents: planned.amount_cents, reason: 'The organization is closed' },
    ]);
    expect((await other.ask('POST', `/approvals/${approvals[0].id}/approve`, {}, once())).status).toBe(200);
    await money().settled();
    expect([refunded().at(-1), await money().account('payg', 'customer_credit')]).toEqual([planned.amount_cents, 0]);
    expect(await money().faults()).toEqual([]);
  });

  it('keeps owing a refund that the payment provider refuses, lists it for staff, and refunds it when closed again', async () => {
    await money().db.execute('update approval_limits set cents = 100000000');
    await buy('rich', 100, testCard.refundFails);
    const given = -(await money().account('rich', 'customer_credit')) - 10_000;
    const { body: tried } = await close('rich', { dry_run: true });
    const [{ payment, amount_cents: cents }] = tried.refunds;
    const used = tried.invoices.reduce(
      (sum: number, { subtotal_cents: total, amount_due_cents: due }: { subtotal_cents: number; amount_due_cents: number }) =>
        sum + total - due,
      0,
    );
    const unsettled = async () => (await money().platform.ask('/metrics/unsettled')).body.unsettled;
    // The second request to close the organization repeats the refund that the gateway refused, but adds no second entry to unsettled work.
    for (let times = 0; times < 2; times += 1) {
      expect((await close('rich')).status).toBe(202);
      await money().settled();
      expect(await unsettled()).toEqual([]);
      await money().pass(60);
      await money().settled();
      expect(-(await money().account('rich', 'customer_credit'))).toBe(given + cents - used);
      expect(await unsettled()).toMatchObject([
        {
          kind: 'work',
          organization: 'rich',
          subject: expect.stringContaining('refund:pi_'),
          state: 'dead',
          amount_cents: cents,
          reason: expect.stringContaining('expired_or_canceled_card'),
        },
      ]);
      expect((await close('rich', { dry_run: true })).body.refunds).toEqual([{ payment, amount_cents: cents, approval: null }]);
    }
    expect(await money().faults()).toEqual([]);
  });
});
