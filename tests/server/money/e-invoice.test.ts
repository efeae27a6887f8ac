import { XMLParser } from 'fast-xml-parser';
import { expect, it } from 'vitest';
import { postboxOf } from '#tests/support/confirm-recipients.ts';
import { operatorOf, once } from '#tests/support/operator.ts';
import { onEachStore } from '#tests/support/platform.ts';

const hour = 3600;
const address = { line1: '1 First Street <b>', line2: null, city: 'Bergen', state: null, postal_code: '5003', country: 'NO' };

onEachStore(
  (platform) => {
    const ask = (slug: string, path: string, method = 'GET', body?: unknown) =>
      platform().ask(`/platform/organizations/${slug}${path}`, {
        as: slug,
        method,
        ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
      });
    const fileAt = async (url: string, as: string) => {
      const { pathname, search } = new URL(url);
      return platform().ask(pathname + search, { as });
    };
    const parse = (text: unknown) =>
      new XMLParser({ ignoreAttributes: false, parseTagValue: false }).parse(String(text)) as Record<string, any>;

    /** The owner's username equals the slug. @returns the id of the final invoice of the first cycle */
    async function invoiceOf(slug: string, prepare: () => Promise<unknown>): Promise<string> {
      const operator = await operatorOf(platform());
      const terms = { name: slug, plan: 'pro', spend_cap: false, payment_method_type: 'invoice', billing_email: `bills@${slug}.example` };
      expect((await operator.ask('PUT', `/organizations/${slug}`, { ...terms, po_number: 'PO-1' })).status).toBe(201);
      const member = { username: slug, role: 'owner' };
      expect((await operator.ask('PUT', `/organizations/${slug}/members/${slug}@acme.example`, member)).status).toBe(201);
      await prepare();
      const { current_period_end: end } = (await operator.ask('GET', `/organizations/${slug}`)).body;
      await platform().context.jobs.moveClock(end + 2 * hour);
      return (await ask(slug, '/billing/invoices?limit=1')).body[0].id;
    }
    const save = async (slug: string) =>
      expect((await ask(slug, '/customer', 'PUT', { billing_name: 'Right & Co', address })).status).toBe(204);

    it('offers the e-invoice beside the PDF on page, API and email', async () => {
      const id = await invoiceOf('ready', () => save('ready'));
      const invoice = (await ask('ready', `/billing/invoices/${id}`)).body;
      expect(invoice.e_invoice).toEqual({ file: expect.stringMatching(/\/e-invoice$/), faults: [] });
      const file = await fileAt(invoice.e_invoice.file, 'ready');
      expect([file.status, file.headers.get('Content-Type')]).toEqual([200, 'application/xml; charset=utf-8']);
      expect(file.headers.get('Content-Disposition')).toBe(`attachment; filename="${invoice.number}.xml"`);
      const { Invoice } = parse(file.body);
      expect(Invoice).toMatchObject({ 'cbc:ID': invoice.number, 'cac:OrderReference': { 'cbc:ID': 'PO-1' } });
      const cents = (text: string) => Math.round(Number(text) * 100);
      expect(cents(Invoice['cac:LegalMonetaryTotal']['cbc:PayableAmount']['#text'])).toBe(invoice.amount_due);
      const party = Invoice['cac:AccountingCustomerParty']['cac:Party'];
      expect(party['cac:PartyLegalEntity']['cbc:RegistrationName']).toBe('Right & Co');
      expect(party['cac:PostalAddress']['cbc:StreetName']).toBe('1 First Street <b>');

      await platform().context.notices.idle();
      const email = (await postboxOf(platform())).find(({ kind, organization }) => kind === 'invoice_issued' && organization === 'ready');
      const attached = (email as unknown as { attachments: { name: string; type: string }[] }).attachments;
      expect(attached.map(({ name, type }) => [name, type])).toEqual([
        [`${invoice.number}.pdf`, 'application/pdf'],
        [`${invoice.number}.xml`, 'application/xml'],
      ]);

      const operator = await operatorOf(platform());
      const credit = { amount_cents: 300, reason: 'Agreed' };
      expect((await operator.ask('POST', `/invoices/${id}/credit-notes`, credit, once())).status).toBe(201);
      const [note] = (await ask('ready', `/billing/invoices/${id}`)).body.credit_notes;
      const { CreditNote } = parse((await fileAt(note.e_invoice.file, 'ready')).body);
      expect(CreditNote['cbc:ID']).toBe(note.number);
      expect(CreditNote['cac:LegalMonetaryTotal']['cbc:PayableAmount']['#text']).toBe('3.00');
      expect((await fileAt(invoice.e_invoice.file, 'ready')).body).toBe(file.body);
    });

    it('names the broken rule and what to fill in, until who is billed is corrected', async () => {
      const id = await invoiceOf('vague', () => Promise.resolve());
      const { e_invoice: offer } = (await ask('vague', `/billing/invoices/${id}`)).body;
      const fault = { rule: 'BR-10', message: expect.stringContaining('The billing address is missing.') };
      expect(offer).toEqual({ file: null, faults: [fault] });
      const refused = await ask('vague', `/billing/invoices/${id}/e-invoice`);
      expect([refused.status, refused.body.code, refused.body.message]).toEqual([422, 'rule_violated', expect.stringContaining('(BR-10)')]);
      await platform().context.notices.idle();
      const email = (await postboxOf(platform())).find(({ kind, organization }) => kind === 'invoice_issued' && organization === 'vague');
      expect((email as unknown as { attachments: unknown[] }).attachments).toHaveLength(1);

      await save('vague');
      const { version } = (await ask('vague', '/customer')).body;
      const { body } = await ask('vague', `/billing/invoices/${id}/correct-buyer`, 'POST', { version });
      const [correction] = body.corrections;
      expect(correction.credit_note_e_invoice).toEqual({ file: null, faults: [fault] });
      const { Invoice } = parse((await fileAt(correction.e_invoice.file, 'vague')).body);
      expect(Invoice).toMatchObject({
        'cbc:ID': correction.number,
        'cbc:InvoiceTypeCode': '384',
        'cac:BillingReference': { 'cac:InvoiceDocumentReference': { 'cbc:ID': body.number } },
      });
      expect((await ask('vague', `/billing/invoices/${id}/e-invoice?correction=2`)).status).toBe(404);
    });

    it('refuses a name that the invoice cannot show, and takes names in many scripts', async () => {
      const id = await invoiceOf('scripts', () => save('scripts'));
      const named = (billing_name: string) => ask('scripts', '/customer', 'PUT', { billing_name, address });
      const refused = await named('Acme \u{13000}');
      expect([refused.status, refused.body.errors]).toEqual([
        400,
        [{ path: 'body.billing_name', message: 'The invoice cannot show: \u{13000}' }],
      ]);
      for (const name of ['简体中文公司', '한국 주식회사', 'हिन्दी', '𞤀𞤣𞤤𞤢𞤥', 'Acme 🏢']) expect((await named(name)).status).toBe(204);

      const unprintable = 'Acme \u{13000}';
      const message = 'The invoice cannot show: \u{13000}';
      const pathsOf = ({ status, body }: { status: number; body: any }) => [
        status,
        (body.errors as { path: string; message: string }[]).filter((each) => each.message === message).map(({ path }) => path),
      ];
      const details = { address: { ...address, city: unprintable }, references: { po_number: unprintable, buyer_reference: unprintable } };
      expect(pathsOf(await ask('scripts', '/customer', 'PUT', details))).toEqual([
        400,
        ['body.address.city', 'body.references.po_number', 'body.references.buyer_reference'],
      ]);
      const taxId = { type: 'no_vat', value: unprintable, country: 'NO' };
      expect(pathsOf(await ask('scripts', '/tax-ids', 'PUT', taxId))).toEqual([400, ['body.value']]);

      // Documents also contain names and reasons from staff and programs.
      const operator = await operatorOf(platform());
      const organization = { name: unprintable, po_number: unprintable };
      expect(pathsOf(await operator.ask('PUT', '/organizations/scripts', organization))).toEqual([400, ['body.name', 'body.po_number']]);
      const project = '/organizations/scripts/projects/abcdefghijklmnopqrst';
      expect(pathsOf(await operator.ask('PUT', project, { name: unprintable }))).toEqual([400, ['body.name']]);
      const credit = { amount_cents: 300, reason: unprintable };
      expect(pathsOf(await operator.ask('POST', `/invoices/${id}/credit-notes`, credit, once()))).toEqual([400, ['body.reason']]);
    });
  },
  { SEED: 'none' },
  { automatic: false },
);
