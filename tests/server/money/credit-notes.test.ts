import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { requestReview } from '#server/store/restriction-reviews.ts';
import { giveUpInvoice, type WriteOff } from '#server/billing/invoices/write-off.ts';
import { rowsOf } from '#server/database/database.ts';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';

const base = (slug: string) => `/platform/organizations/${slug}`;

onMoneyPlatformWith(
  { kinds: ['pglite'], organizations: ['free-one', 'free-two', 'free-three', 'free-four', 'free-five', 'payg'] },
  (money) => {
    const invoices = async (slug: string) => (await money().send('GET', `${base(slug)}/billing/invoices`)).body as Record<string, any>[];
    const invoice = async (slug: string, id: string) => (await money().send('GET', `${base(slug)}/billing/invoices/${id}`)).body;
    const link = (slug: string, id: string) => money().send('GET', `${base(slug)}/billing/invoices/${id}/payment-link`);
    const giveUp = async (slug: string, invoiceId: string, as: WriteOff['as']) => {
      const { db, platform } = money();
      const [row] = rowsOf<{ id: number }>(await db.execute(sql`select id from organizations where slug = ${slug}`));
      const at = new Date(platform.context.clock.nowMs());
      return db.transaction((tx) => giveUpInvoice(tx, { organizationId: row?.id ?? 0, invoiceId, as, at }));
    };
    const payByInvoice = (slug: string) =>
      money().db.execute(sql`update subscriptions set payment_method_type = 'invoice'
      where organization_id = (select id from organizations where slug = ${slug})`);

    async function unpaidTeam(slug: string): Promise<Record<string, any>> {
      await payByInvoice(slug);
      expect((await money().change(slug, { tier: 'tier_team' })).status).toBe(200);
      const team = (await invoices(slug)).find(({ status }) => status === 'issued');
      if (!team) throw new Error(`${slug} owes nothing`);
      return team;
    }

    it('closes the open payment page of the invoice that a change reduces, before the change', async () => {
      const { change, payOn, preview } = money();
      const team = await unpaidTeam('free-one');
      const { body } = await link('free-one', team['id']);
      const { body: quoted } = await preview('free-one', 'tier_payg');
      expect((await change('free-one', { tier: 'tier_payg', quote_id: quoted.quote.id })).status).toBe(200);
      expect(await payOn(body.redirectUrl, testCard.good)).not.toBe(303);
      expect(await invoice('free-one', team['id'])).toMatchObject({ status: 'paid', amount_due: 0, payment_attempted: false });
    });

    it('keeps a payment that was on its way: what is above the rest becomes credit, as if it had come before', async () => {
      const { change, payOn, settled, pass, balance } = money();
      const team = await unpaidTeam('free-two');
      const { body } = await link('free-two', team['id']);
      expect(await payOn(body.redirectUrl, testCard.processesThenSucceeds)).toBe(303);
      await settled();
      expect(await invoice('free-two', team['id'])).toMatchObject({ payment_is_processing: true });
      expect((await change('free-two', { tier: 'tier_payg' })).status).toBe(200);
      const reduced = await invoice('free-two', team['id']);
      expect(reduced.credited).toBeGreaterThan(59_000);
      expect(await balance('free-two')).toBe(0);
      await pass(120);
      await settled();
      expect(await invoice('free-two', team['id'])).toMatchObject({ status: 'paid', payment_is_processing: false });
      expect(await balance('free-two')).toBe(reduced.credited);
    });

    it('that is forgiven is owed no more, and bad debt', async () => {
      const { account, send } = money();
      const team = await unpaidTeam('free-three');
      expect(await giveUp('free-three', team['id'], 'forgiven')).toBe(true);
      expect(await giveUp('free-three', team['id'], 'forgiven')).toBe(false);
      expect(await invoice('free-three', team['id'])).toMatchObject({ status: 'void', amount_due: 59_900 });
      expect(await account('free-three', 'bad_debt')).toBe(59_900);
      // Nothing was collected for the remaining time of the Team Plan, so a change returns no credit.
      const { body } = await send('POST', `${base('free-three')}/billing/subscription/preview`, { tier: 'tier_payg' });
      expect([body.upfront_charge.unused_credit, body.credit_note]).toEqual([0, null]);
    });

    it('that is written off restricts until it is forgiven, also where nothing else is owed', async () => {
      const { platform, pass, db } = money();
      const team = await unpaidTeam('free-five');
      const collection = (await invoice('free-five', team['id'])).collection;
      await pass(collection.due_at - platform.context.clock.nowSeconds() + 60);
      const restrictionStatus = async () => {
        const [row] = await money().rows<{ id: number }>(`select id from organizations where slug = 'free-five'`);
        await requestReview(db, row?.id ?? 0, platform.context.clock.nowSeconds());
        await money().settled();
        return (await money().send('GET', base('free-five'))).body.restriction_status;
      };
      expect(await restrictionStatus()).toBe('grace_period');
      expect(await giveUp('free-five', team['id'], 'written_off')).toBe(true);
      expect(await restrictionStatus()).toBe('grace_period');
      expect(await giveUp('free-five', team['id'], 'forgiven')).toBe(true);
      expect(await restrictionStatus()).toBeNull();
    });

    it('that is written off deducts the credit that its collected part gave; the rest is bad debt', async () => {
      const { change, card, topUp, balance, account, pass } = money();
      // Credit pays half of the Team fee, so a change returns half of the unused time as credit.
      await payByInvoice('free-four');
      expect((await topUp('free-four', { amount: 300, payment_method_id: await card(testCard.good) })).status).toBe(201);
      const team = await unpaidTeam('free-four');
      expect(team['amount_due']).toBe(29_900);
      await pass(20 * 86_400);
      expect((await change('free-four', { tier: 'tier_free' })).status).toBe(200);
      const balanceCents = await balance('free-four');
      const left = (await invoice('free-four', team['id'])).amount_due;
      expect(balanceCents).toBeGreaterThan(5000);
      expect(left).toBeGreaterThan(balanceCents);
      expect(await giveUp('free-four', team['id'], 'written_off')).toBe(true);
      expect(await invoice('free-four', team['id'])).toMatchObject({ status: 'uncollectible', amount_due: left - balanceCents });
      expect([await balance('free-four'), await account('free-four', 'bad_debt')]).toEqual([0, left - balanceCents]);
    });

    it('reduces a draft before it is due, and shows on invoice, export and history alike', async () => {
      const { change, pass, send, subscription, platform, preview } = money();
      await payByInvoice('payg');
      const end = (await subscription('payg'))['current_period_end'];
      await pass(end - platform.context.clock.nowSeconds() + 60);
      const draft = (await invoices('payg')).find(({ status }) => status === 'draft');
      const { body } = await preview('payg', 'tier_team');
      expect(body.upfront_charge).toMatchObject({ unused_credit: 0, total: 599 });
      expect(body.credit_note).toMatchObject({ invoice: { id: draft?.['id'] } });
      expect((await change('payg', { tier: 'tier_team', quote_id: body.quote.id })).status).toBe(200);
      await pass(3600);
      const final = await invoice('payg', draft?.['id']);
      const credited = Math.round(body.credit_note.amount * 100);
      expect(final).toMatchObject({ credited, amount_due: final.subtotal - credited });
      expect(final.status).not.toBe('draft');
      const { body: lines } = await send('GET', `${base('payg')}/billing/invoices/export?kind=lines`);
      expect(lines).toMatch(/Credit note \S+-CN-\d{4}: Unused time on the Pro Plan/);
      const { body: totals } = await send('GET', `${base('payg')}/billing/invoices/export`);
      const row = (totals as string).split('\r\n').find((line) => line.startsWith(final.number));
      expect(row?.split(',')[9]).toBe((credited / 100).toFixed(2));
    });

    it('settles everything it has charged', async () => {
      expect(await money().faults()).toEqual([]);
    });
  },
);
