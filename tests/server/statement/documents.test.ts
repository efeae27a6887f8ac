import { expect, it } from 'vitest';
import type { Statement } from '#contract/types.ts';
import { instantText } from '#lib/statement/statement.ts';
import { rowAmounts } from '#lib/statement/statement-totals.ts';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { once, operatorOf } from '#tests/support/operator.ts';
import { testCard } from '#tests/support/payer.ts';
import { invoicesOf } from '#tests/support/statement-history.ts';

const slug = 'by-invoice';
const base = `/platform/organizations/${slug}/billing`;

onMoneyPlatformWith({ organizations: [slug] }, (money) => {
  /** Waits some minutes, so that no more entries can be added to the statement. */
  async function statement(): Promise<Statement> {
    await money().pass(600);
    return (await money().send('GET', `${base}/statement`)).body;
  }
  const entriesOf = ({ rows }: Statement, invoiceId: string) => rows.filter(({ invoice }) => invoice?.id === invoiceId);

  it('shows the whole total of an invoice whose draft was credited, and the credit note once it is final', async () => {
    const { pass, subscription, preview, change, send, platform } = money();
    await pass((await subscription(slug))['current_period_end'] - platform.context.clock.nowSeconds() + 60);
    const draft = (await invoicesOf(money(), slug)).find(({ status }) => status === 'draft');
    if (!draft) throw new Error('There is no draft');
    const { body: quoted } = await preview(slug, 'tier_team');
    expect((await change(slug, { tier: 'tier_team', quote_id: quoted.quote.id })).status).toBe(200);
    expect(entriesOf(await statement(), draft.id)).toEqual([]);
    await pass(3600);
    const shown = entriesOf(await statement(), draft.id);
    const { body: final } = await send('GET', `${base}/invoices/${draft.id}`);
    const creditedCents = Math.round(quoted.credit_note.amount * 100);
    // After the credit note, too few cents remain to collect.
    const carriedCents = draft.amount_due - creditedCents;
    expect(carriedCents).toBeLessThan(50);
    expect(shown.map(({ kind, change_cents: cents }) => [kind, cents])).toEqual([
      ['invoice', draft.amount_due - carriedCents],
      ['carried', carriedCents],
      ['credit_note', -creditedCents],
    ]);
    expect(final.subtotal).toBe(draft.amount_due - carriedCents);
    const finalAt = shown[0]?.at ?? 0;
    const { body: earlier } = await send('GET', `${base}/statement?from=${instantText(finalAt - 86_400)}&to=${instantText(finalAt)}`);
    expect(entriesOf(earlier, draft.id)).toEqual([]);
  });

  it('shows the payment of an invoice that was written off', async () => {
    const { platform, send, payOn, settled } = money();
    const [invoice] = (await invoicesOf(money(), slug)).toSorted((a, b) => b.amount_due - a.amount_due);
    if (invoice?.status !== 'issued') throw new Error('There is no unpaid invoice');
    const { id, amount_due: amount } = invoice;
    const operator = await operatorOf(platform);
    expect((await operator.ask('POST', `/invoices/${id}/write-off`, { reason: 'Never paid' }, once())).status).toBe(200);
    const before = await statement();
    expect(before.totals.uncollected_cents).toBe(-amount);
    const { body: link } = await send('GET', `${base}/invoices/${id}/payment-link`);
    expect(await payOn(link.redirectUrl, testCard.good)).toBe(303);
    await settled();
    const after = await statement();
    expect(entriesOf(after, id).map(({ kind, change_cents: cents }) => [kind, cents])).toEqual([
      ['invoice', amount],
      ['written_off', -amount],
      ['payment', 0],
    ]);
    expect(entriesOf(after, id).map(rowAmounts).at(-1)).toEqual({ chargedCents: amount, creditedCents: amount });
    expect(after.totals).toEqual({ ...before.totals, payments_cents: before.totals.payments_cents - amount, uncollected_cents: 0 });
    expect(await money().faults()).toEqual([]);
  });
});
