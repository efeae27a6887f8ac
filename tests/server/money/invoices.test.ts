import { request as httpRequest } from 'node:http';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { rowsOf } from '#server/database/database.ts';
import type { NoticeFacts } from '#server/domain/notices.ts';
import { wordsOfNotice } from '#server/notices/messages/all-messages.ts';
import { keepSeller } from '#server/database/settings.ts';
import { invoiceDocumentData } from '#server/store/invoices/invoice-document-data.ts';
import { onMoneyPlatformWith, pageElsewhere } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';

const base = (slug: string) => `/platform/organizations/${slug}`;
const daySeconds = 86_400;

onMoneyPlatformWith({ organizations: ['payg', 'capped', 'by-invoice', 'frozen', 'sleeping', 'top', 'agreed', 'elsewhere'] }, (money) => {
  const latest = async (slug: string) => (await money().send('GET', `${base(slug)}/billing/invoices?limit=1`)).body[0];
  const link = (slug: string, id: string, options: { readonly as?: string; readonly origin?: string } = {}) =>
    money().send('GET', `${base(slug)}/billing/invoices/${id}/payment-link`, undefined, options);

  async function giveCard(slug: string, number: string): Promise<void> {
    const { send, captcha, card, confirm, challenge } = money();
    const { body } = await send('POST', `${base(slug)}/payments/setup-intent`, { hcaptchaToken: captcha() });
    const id = await card(number);
    await confirm(body.client_secret, id);
    if (number === testCard.asksAlways) await challenge(body.client_secret, 'complete');
    expect((await send('PUT', `${base(slug)}/payments/default`, { payment_method_id: id })).status).toBe(200);
  }

  async function renew(slug: string, afterSeconds = 60): Promise<void> {
    const { subscription, pass, platform } = money();
    const end = (await subscription(slug))['current_period_end'];
    await pass(end - platform.context.clock.nowSeconds() + 3600 + afterSeconds);
  }

  async function payOn(address: string, number: string): Promise<number> {
    return (await answerOn(address, number)).status;
  }

  async function answerOn(address: string, number: string): Promise<Response> {
    const fields = { name: 'Ada', number, expiry: '12 / 39', cvc: '123', country: 'US', postalCode: '94107' };
    const path = new URL(address).pathname;
    return money().sandbox.fetch(new Request(`http://sandbox.invalid${path}`, { method: 'POST', body: new URLSearchParams(fields) }));
  }

  describe('a renewal', () => {
    it('is charged to the default card without the customer, once', async () => {
      const { sandbox, settled } = money();
      await giveCard('payg', testCard.good);
      await renew('payg');
      const invoice = await latest('payg');
      expect(invoice).toMatchObject({ status: 'paid', payment_attempted: true, payment_is_processing: false });
      const charges = sandbox.money().filter(({ metadata }) => metadata['subject'] === `invoice:${invoice.id}`);
      expect(charges).toMatchObject([{ kind: 'charge_succeeded', amount: invoice.amount_due }]);
      await settled();
      expect(await latest('payg')).toEqual(invoice);
    });

    it('that fails is outstanding, and is tried again by the calendar until a better card is there', async () => {
      const { pass } = money();
      await giveCard('capped', testCard.attachesThenDeclines);
      await renew('capped');
      const failed = await latest('capped');
      expect(failed).toMatchObject({ status: 'open', payment_attempted: true });
      await giveCard('capped', testCard.good);
      await pass(daySeconds);
      expect(await latest('capped')).toMatchObject({ id: failed.id, status: 'paid' });
    });

    it('whose bank wants the cardholder is outstanding, and can be paid by link', async () => {
      await giveCard('top', testCard.asksAlways);
      await renew('top');
      const invoice = await latest('top');
      expect(invoice).toMatchObject({ status: 'open', payment_attempted: true });
      const [notice] = await money().rows<{ facts: NoticeFacts['payment_failed'] }>(
        `select facts from notices where kind = 'payment_failed' and invoice_id = '${invoice.id}'`,
      );
      if (!notice) throw new Error('There is no email of the failed payment');
      const email = wordsOfNotice('payment_failed', notice.facts, { name: 'Top', isPaid: false });
      expect(email.heading).toBe('Your bank asks you to confirm a payment');
      expect(email.paragraphs.join(' ')).toContain('To confirm it, choose Pay Now on the billing page.');
      expect(email.action).toEqual({ label: 'Confirm the payment', path: 'billing#invoices' });
      const { status, body: answer } = await link('top', invoice.id);
      expect(status).toBe(200);
      expect(await payOn(answer.redirectUrl, testCard.good)).toBe(303);
      await money().settled();
      expect(await latest('top')).toMatchObject({ id: invoice.id, status: 'paid', payment_attempted: true });
    });

    it('shows as processing while the bank takes its time', async () => {
      const { pass } = money();
      await giveCard('agreed', testCard.processesThenSucceeds);
      await renew('agreed', 5);
      const invoice = await latest('agreed');
      expect(invoice).toMatchObject({ status: 'open', payment_is_processing: true });
      expect((await link('agreed', invoice.id)).status).toBe(409);
      await pass(120);
      expect(await latest('agreed')).toMatchObject({ id: invoice.id, status: 'paid', payment_is_processing: false });
    });

    it('that fails after processing is outstanding again', async () => {
      await giveCard('agreed', testCard.processesThenFails);
      await renew('agreed', 5);
      expect(await latest('agreed')).toMatchObject({ payment_is_processing: true });
      await money().pass(120);
      expect(await latest('agreed')).toMatchObject({ status: 'open', payment_attempted: true, payment_is_processing: false });
    });
  });

  it('names customer and seller of the moment in which it became final, whatever changes later', async () => {
    const { send, pass, subscription, platform } = money();
    const address = { line1: '1 First Street', line2: null, city: 'Bergen', state: null, postal_code: '5003', country: 'NO' };
    const save = async (billingName: string) => {
      const saved = await send('PUT', `${base('by-invoice')}/customer`, { billing_name: billingName, address });
      expect(saved.status).toBe(204);
    };
    const one = async (id: string) => (await send('GET', `${base('by-invoice')}/billing/invoices/${id}`)).body;
    const papersSay = async (id: string) => {
      const [row] = rowsOf<{ id: number }>(await platform.context.db.execute(sql`select id from organizations where slug = 'by-invoice'`));
      return (await invoiceDocumentData(platform.context.db, row?.id ?? 0, id))?.billedTo;
    };
    await save('Before');
    const end = (await subscription('by-invoice'))['current_period_end'];
    await pass(end - platform.context.clock.nowSeconds() + 60);
    const draft = await latest('by-invoice');
    expect([draft.status, draft.billed_to, draft.seller]).toEqual(['draft', undefined, undefined]);
    expect(await one(draft.id)).toMatchObject({ billed_to: null, seller: null });
    const { config, db } = platform.context;
    await keepSeller(db, { seller: { ...config.seller.seller, name: 'Lantern GmbH' }, series: 'LP' });

    await save('At that time');
    await pass(3600);
    const billedTo = { name: 'Organization by-invoice', billing_name: 'At that time', address, tax_id: null };
    const seller = { ...config.seller.seller, name: 'Lantern GmbH' };
    expect(await one(draft.id)).toMatchObject({ status: 'issued', billed_to: billedTo, seller });
    expect(draft.number).toMatch(/^[A-Z2-9]{8}-\d{4}$/);
    await save('Later');
    await keepSeller(db, { ...config.seller, series: 'LP' });
    await renew('top');
    expect((await latest('top')).number).toMatch(/^LP-[A-Z2-9]{8}-\d{4}$/);
    expect((await one(draft.id)).seller).toEqual(seller);
    expect((await one(draft.id)).billed_to).toEqual(billedTo);
    expect(await papersSay(draft.id)).toEqual(billedTo);
  });

  describe('a payment link', () => {
    it('is the same for as long as it is open, and only for those who may write', async () => {
      await renew('sleeping');
      const invoice = await latest('sleeping');
      const first = await link('sleeping', invoice.id);
      expect(first.body.redirectUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/sandbox\/gateway\/pay\/cs_test_/);
      expect((await link('sleeping', invoice.id)).body).toEqual(first.body);
      expect((await link('sleeping', invoice.id, { as: 'developer' })).status).toBe(403);
      const logged = JSON.stringify(money().platform.logged);
      expect(logged).not.toContain('cs_test_');
    });

    it('is closed before the invoice is charged again, so that nobody pays twice', async () => {
      const { sandbox, pass } = money();
      const invoice = await latest('sleeping');
      const { body } = await link('sleeping', invoice.id);
      await giveCard('sleeping', testCard.good);
      await pass(daySeconds);
      expect(await latest('sleeping')).toMatchObject({ id: invoice.id, status: 'paid' });
      expect(await payOn(body.redirectUrl, testCard.good)).not.toBe(303);
      await money().settled();
      expect(
        sandbox.money().filter(({ kind, metadata }) => kind === 'charge_succeeded' && metadata['subject'] === `invoice:${invoice.id}`),
      ).toHaveLength(1);
    });

    it('leads back to the page that asked, where that is one of the allowed origins, and never to any other', async () => {
      const { settled } = money();
      await renew('frozen');
      const invoice = await latest('frozen');
      const ownLink = (await link('frozen', invoice.id)).body;
      const elsewhere = (await link('frozen', invoice.id, { origin: pageElsewhere })).body;
      // Only one payment page can be open per invoice, so a page for another origin closes the first page.
      expect(elsewhere).not.toEqual(ownLink);
      expect(await payOn(ownLink.redirectUrl, testCard.good)).not.toBe(303);
      expect((await link('frozen', invoice.id, { origin: pageElsewhere })).body).toEqual(elsewhere);
      const forged = (await link('frozen', invoice.id, { origin: 'https://elsewhere.example' })).body;
      expect(await (await fetch(forged.redirectUrl)).text()).not.toContain('elsewhere.example');

      const again = (await link('frozen', invoice.id, { origin: pageElsewhere })).body;
      const paid = await answerOn(again.redirectUrl, testCard.good);
      expect([paid.status, paid.headers.get('Location')]).toEqual([303, `${pageElsewhere}/org/frozen/billing?paid=${invoice.id}#invoices`]);
      await settled();
      expect(await latest('frozen')).toMatchObject({ id: invoice.id, status: 'paid' });
    });

    it('never leads to a host that a request has made up', async () => {
      const { platform } = money();
      await renew('frozen');
      const invoice = await latest('frozen');
      const cookie = `session=${await platform.token('developer')}`;
      const asForged = (Host: string, path: string) =>
        new Promise<string>((resolve, reject) => {
          const request = httpRequest(platform.origin, { path, headers: { Host, Cookie: cookie } }, (response) => {
            let text = '';
            response.on('data', (part: Buffer) => (text += part.toString()));
            response.on('end', () => resolve(text));
          });
          request.once('error', reject);
          request.end();
        });
      const read = await asForged('evil.example', `${base('frozen')}/billing/invoices/${invoice.id}`);
      expect(read).not.toContain('evil.example');
      const { body } = await link('frozen', invoice.id);
      expect(new URL(body.redirectUrl).origin).toBe(platform.origin);
      const paid = await answerOn(body.redirectUrl, testCard.good);
      expect([paid.status, new URL(paid.headers.get('Location') ?? '').origin]).toEqual([303, platform.origin]);
      await money().settled();
    });

    it('whose answer was lost is asked for with the same words, whichever page asks next', async () => {
      const { sandbox, settled } = money();
      await renew('frozen');
      const invoice = await latest('frozen');
      sandbox.faults.add({ on: 'request', effect: 'timeout_after', method: 'POST', path: '/checkout/sessions', times: 20 });
      expect((await link('frozen', invoice.id, { origin: pageElsewhere })).status).not.toBe(200);
      sandbox.faults.clear();
      const { status, body } = await link('frozen', invoice.id);
      expect(status).toBe(200);
      const paid = await answerOn(body.redirectUrl, testCard.good);
      expect([paid.status, new URL(paid.headers.get('Location') ?? '').origin]).toEqual([303, money().platform.origin]);
      await settled();
      expect(await latest('frozen')).toMatchObject({ id: invoice.id, status: 'paid' });
    });

    it('of an invoice with nothing to pay, a foreign one or one that does not exist is refused', async () => {
      const paid = await latest('payg');
      expect((await link('payg', paid.id)).status).toBe(422);
      expect((await link('capped', paid.id)).status).toBe(404);
      expect((await link('payg', 'in_neverwas123')).status).toBe(404);
      expect((await link('payg', 'abc')).status).toBe(400);
    });

    it('lets a declined card be followed by another', async () => {
      await renew('frozen');
      const invoice = await latest('frozen');
      const { body } = await link('frozen', invoice.id);
      expect(invoice.payment_attempted).toBe(false);
      await payOn(body.redirectUrl, testCard.declines);
      await money().settled();
      const refused = { status: 'open', payment_attempted: true, payment_is_processing: false };
      expect(await latest('frozen')).toMatchObject(refused);
      expect((await link('frozen', invoice.id)).body).toEqual(body);
      await payOn(body.redirectUrl, testCard.hasNoFunds);
      await money().settled();
      expect(await latest('frozen')).toMatchObject(refused);
      expect(await payOn(body.redirectUrl, testCard.good)).toBe(303);
      await money().settled();
      expect((await latest('frozen')).status).toBe('paid');
    });

    it('on which a card is refused unheard says so once what nobody delivered is read', async () => {
      const { sandbox, platform } = money();
      await renew('frozen');
      const invoice = await latest('frozen');
      const { body } = await link('frozen', invoice.id);
      sandbox.faults.add({ on: 'event', effect: 'drop', type: '*', times: 50 });
      await payOn(body.redirectUrl, testCard.declines);
      await money().settled();
      expect(await latest('frozen')).toMatchObject({ id: invoice.id, payment_attempted: false });
      sandbox.faults.clear();
      await platform.context.payments.worker.reconcile();
      await money().settled();
      expect(await latest('frozen')).toMatchObject({ status: 'open', payment_attempted: true });
      expect(await payOn(body.redirectUrl, testCard.good)).toBe(303);
      await money().settled();
      expect(await latest('frozen')).toMatchObject({ id: invoice.id, status: 'paid' });
    });

    it('whose payment fails after processing gives way to another, and to the charge of a card', async () => {
      const { pass, sandbox, db } = money();
      await renew('frozen');
      const invoice = await latest('frozen');
      const links: string[] = [];
      for (let tries = 0; tries < 2; tries += 1) {
        const { status, body } = await link('frozen', invoice.id);
        expect(status).toBe(200);
        links.push(body.redirectUrl);
        expect(await payOn(body.redirectUrl, testCard.processesThenFails)).toBe(303);
        await money().settled();
        expect(await latest('frozen')).toMatchObject({ payment_is_processing: true });
        await pass(60);
        expect(await latest('frozen')).toMatchObject({ status: 'open', payment_attempted: true, payment_is_processing: false });
      }
      expect(new Set(links).size).toBe(2);
      const pages = sql`select state, failure_code from payments where invoice_id = ${invoice.id} and channel = 'checkout'`;
      const failed = { state: 'failed', failure_code: 'card_declined' };
      expect(rowsOf(await db.execute(pages))).toEqual([failed, failed]);
      await giveCard('frozen', testCard.good);
      await pass(daySeconds);
      expect(await latest('frozen')).toMatchObject({ id: invoice.id, status: 'paid' });
      const charges = sandbox.money().filter(({ metadata }) => metadata['subject'] === `invoice:${invoice.id}`);
      expect(charges.map(({ kind }) => kind)).toContain('charge_succeeded');
    });
  });

  it('settles everything it has charged', async () => {
    expect(await money().faults()).toEqual([]);
  });
});
