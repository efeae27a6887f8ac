import { expect, it } from 'vitest';
import { rowsOf } from '#server/database/database.ts';
import { postboxOf } from '#tests/support/confirm-recipients.ts';
import { operatorOf } from '#tests/support/operator.ts';
import { onEachStore } from '#tests/support/platform.ts';

const hour = 3600;
const day = 24 * hour;
const json = { 'Content-Type': 'application/json' };
const bergen = { line1: '1 First Street', line2: null, city: 'Bergen', state: null, postal_code: '5003', country: 'NO' };

onEachStore(
  (platform) => {
    const ask = (slug: string, path: string, method = 'GET', body?: unknown, as = slug) =>
      platform().ask(`/platform/organizations/${slug}${path}`, {
        as,
        method,
        ...(body === undefined ? {} : { headers: json, body: JSON.stringify(body) }),
      });
    const rows = async (statement: string): Promise<Record<string, any>[]> =>
      rowsOf<Record<string, any>>(await platform().context.db.execute(statement));
    const passBy = (seconds: number) => platform().context.jobs.moveClock(platform().context.clock.nowSeconds() + seconds);
    const customer = async (slug: string) => (await ask(slug, '/customer')).body;
    const save = async (slug: string, billing_name: string) =>
      expect((await ask(slug, '/customer', 'PUT', { billing_name, address: bergen })).status).toBe(204);
    const correct = async (slug: string, id: string, as = slug, version?: number) =>
      ask(slug, `/billing/invoices/${id}/correct-buyer`, 'POST', { version: version ?? (await customer(slug)).version }, as);

    /** The owner's username equals the slug. @returns the final invoice of the first cycle */
    async function invoiceOf(slug: string): Promise<Record<string, any>> {
      const operator = await operatorOf(platform());
      const terms = { name: slug, plan: 'pro', spend_cap: false, payment_method_type: 'invoice', billing_email: `bills@${slug}.example` };
      expect((await operator.ask('PUT', `/organizations/${slug}`, terms)).status).toBe(201);
      for (const [username, role] of [
        [slug, 'owner'],
        [`${slug}-viewer`, 'viewer'],
      ])
        expect((await operator.ask('PUT', `/organizations/${slug}/members/${username}@acme.example`, { username, role })).status).toBe(201);
      await save(slug, 'Wrong Ltd');
      const { current_period_end: end } = (await operator.ask('GET', `/organizations/${slug}`)).body;
      await platform().context.jobs.moveClock(end + 2 * hour);
      return (await ask(slug, '/billing/invoices?limit=1')).body[0];
    }

    const cells = (text: unknown): string[][] =>
      String(text)
        .trim()
        .split('\r\n')
        .map((line) => line.split(','));
    const sumOf = (table: string[][], column: string): number => {
      const [head = [], ...lines] = table;
      return lines.reduce((total, line) => total + Math.round(Number(line[head.indexOf(column)]) * 100), 0);
    };
    const idOf = (slug: string) => `select id from organizations where slug = '${slug}'`;
    const books = (slug: string) =>
      rows(`select t.business_key, e.account, e.amount_cents from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        where t.organization_id = (${idOf(slug)}) order by 1, 2, 3`);
    const finalRows = (slug: string) =>
      rows(`select to_jsonb(i) as invoice, (select jsonb_agg(to_jsonb(l) order by l.position) from invoice_lines l where l.invoice_id = i.id) as lines
        from invoices i where i.organization_id = (${idOf(slug)}) order by i.id`);

    it('issues a credit note and a corrected invoice, moves no money, and changes no final row', async () => {
      const invoice = await invoiceOf('wrong');
      const before = { books: await books('wrong'), rows: await finalRows('wrong') };
      const export_ = (kind: string) => ask('wrong', `/billing/invoices/export?kind=${kind}`);
      const earlier = { totals: cells((await export_('totals')).body), lines: cells((await export_('lines')).body) };
      expect(before.books.length).toBeGreaterThan(0);
      await save('wrong', 'Right Ltd');
      const { status, body } = await correct('wrong', invoice['id']);
      expect(status).toBe(200);
      const prefix = String(invoice['number']).replace(/\d+$/, '');
      expect(body).toMatchObject({
        number: invoice['number'],
        status: 'issued',
        amount_due: invoice['amount_due'],
        corrected_by: `${prefix}0002`,
        billed_to: { billing_name: 'Wrong Ltd' },
        corrections: [{ number: `${prefix}0002`, credit_note_number: `${prefix}CN-0001`, billed_to: { billing_name: 'Right Ltd' } }],
      });
      expect(await books('wrong')).toEqual(before.books);
      expect(await finalRows('wrong')).toEqual(before.rows);

      for (const address of [body.corrections[0].pdf, body.corrections[0].credit_note_pdf]) {
        const { pathname, search } = new URL(address);
        const file = await platform().ask(pathname + search, { as: 'wrong' });
        expect([file.status, file.headers.get('Content-Type')]).toEqual([200, 'application/pdf']);
      }
      expect((await ask('wrong', `/billing/invoices/${invoice['id']}/pdf?correction=2`)).status).toBe(404);

      const whole = await platform().ask('/platform/organizations/wrong/billing/invoices', { as: 'wrong' });
      const [listed, ...others] = whole.body;
      const { credit_note_pdf: notePdf, pdf } = body.corrections[0];
      // The list counts the invoice once. It omits the buyer, which tokens may not read.
      expect([whole.headers.get('X-Total-Count'), others]).toEqual(['1', []]);
      expect(listed.corrections).toEqual([
        { number: `${prefix}0002`, credit_note_number: `${prefix}CN-0001`, at: body.corrections[0].at, pdf, credit_note_pdf: notePdf },
      ]);
      for (const search of ['2', `${prefix}0002`, `${prefix}CN-0001`, 'cn-0001', '1']) {
        const found = await ask('wrong', `/billing/invoices?search=${search}`);
        expect([search, found.body.map(({ id }: { id: string }) => id)]).toEqual([search, [invoice['id']]]);
      }
      expect((await ask('wrong', `/billing/invoices?search=${prefix}CN-0002`)).body).toEqual([]);

      const totals = cells((await export_('totals')).body);
      expect(totals.slice(1).map(([number]) => number)).toEqual([invoice['number'], `${prefix}CN-0001`, `${prefix}0002`]);
      for (const column of ['Subtotal', 'Amount due', 'Paid', 'Still due'])
        expect(sumOf(totals, column)).toBe(sumOf(earlier.totals, column));
      const lines = cells((await export_('lines')).body);
      expect(lines).toHaveLength(3 * (earlier.lines.length - 1) + 1);
      expect(sumOf(lines, 'Amount')).toBe(sumOf(earlier.lines, 'Amount'));
      const ofPaper = (number: string) => lines.filter(([first]) => first === number).map((line) => line.slice(3));
      expect(ofPaper(`${prefix}0002`)).toEqual(ofPaper(String(invoice['number'])));
      const amountsOf = (number: string) =>
        ofPaper(number).map(([description, ...rest]) => [description, Math.round(Number(rest.at(-2)) * 100) + 0]);
      expect(amountsOf(`${prefix}CN-0001`)).toEqual(
        amountsOf(String(invoice['number'])).map(([description, cents]) => [description, 0 - Number(cents)]),
      );

      await platform().context.notices.idle();
      const email = (await postboxOf(platform())).find(({ kind, organization }) => kind === 'buyer_corrected' && organization === 'wrong');
      expect(email?.text).toContain(`Corrected invoice: ${prefix}0002`);
      const { events } = (await (await operatorOf(platform())).ask('GET', '/organizations/wrong/events?limit=100')).body;
      const event = events.find(({ type }: { type: string }) => type === 'invoice.corrected');
      expect(event.data).toMatchObject({
        number: invoice['number'],
        corrected_number: `${prefix}0002`,
        credit_note_number: `${prefix}CN-0001`,
      });
      const audit = (await ask('wrong', '/billing/audit')).body.entries;
      expect(audit.find(({ call }: { call: string }) => call === 'correctBuyer')).toMatchObject({ what: 'invoice', actor: 'wrong' });

      // A retry, or another tab that sends the same details, makes no second correction.
      expect((await correct('wrong', invoice['id'])).body.corrections).toHaveLength(1);
      await passBy(31 * day);
      expect((await ask('wrong', '/billing/invoices?limit=1')).body[0].number).toBe(`${prefix}0003`);
    });

    it('chains corrections: each credit note cancels the version before, at most two a day', async () => {
      const invoice = await invoiceOf('chain');
      for (const name of ['Second Ltd', 'Third Ltd']) {
        await save('chain', name);
        expect((await correct('chain', invoice['id'])).status).toBe(200);
      }
      await save('chain', 'Fourth Ltd');
      const refused = await correct('chain', invoice['id']);
      expect([refused.status, refused.body.code]).toEqual([429, 'too_many_changes']);
      await passBy(day + 60);
      const { body } = await correct('chain', invoice['id']);
      const prefix = String(invoice['number']).replace(/\d+$/, '');
      expect(body.corrections.map(({ credit_note_number: note }: { credit_note_number: string }) => note)).toEqual(
        ['0001', '0002', '0003'].map((counter) => `${prefix}CN-${counter}`),
      );
      expect(body.corrections.at(-1).billed_to.billing_name).toBe('Fourth Ltd');
    });

    it('is issued once when several tabs ask at the same time, and not for details that one of them has not seen', async () => {
      const invoice = await invoiceOf('tabs');
      await save('tabs', 'Right Ltd');
      const { version } = await customer('tabs');
      const answers = await Promise.all(Array.from({ length: 4 }, () => correct('tabs', invoice['id'], 'tabs', version)));
      expect(answers.map(({ status, body }) => [status, body.corrections?.length])).toEqual(answers.map(() => [200, 1]));
      await save('tabs', 'Other Ltd');
      expect((await correct('tabs', invoice['id'], 'tabs', version)).body.code).toBe('version_stale');
      expect((await ask('tabs', `/billing/invoices/${invoice['id']}`)).body.corrections).toHaveLength(1);
    });

    it('is refused with its reason', async () => {
      const invoice = await invoiceOf('rules');
      const because = async (as = 'rules', version?: number) => {
        const { status, body } = await correct('rules', invoice['id'], as, version);
        return [status, body.message];
      };
      expect((await because('rules-viewer'))[0]).toBe(403);
      expect(await because()).toEqual([422, 'The billing details are those of this invoice already.']);
      await save('rules', 'Right Ltd');
      expect((await because('rules', 0))[0]).toBe(409);
      const set = (columns: string) => rows(`update invoices set ${columns} where id = '${invoice['id']}'`);
      for (const [given, back, reason] of [
        ["status = 'draft'", "status = 'issued'", 'This invoice is not final yet. Change the billing details instead.'],
        ["status = 'void'", "status = 'issued'", "A forgiven invoice can't be corrected."],
        [
          'payment_is_processing = true',
          'payment_is_processing = false',
          'A payment of this invoice is under way. Correct it when the payment has ended.',
        ],
        [
          "finalized_at = finalized_at - interval '13 months'",
          "finalized_at = finalized_at + interval '13 months'",
          'An invoice can be corrected for 12 months.',
        ],
      ] as const) {
        await set(given);
        expect(await because()).toEqual([422, reason]);
        await set(back);
      }
      expect((await because())[0]).toBe(200);
    });
  },
  { SEED: 'none' },
  { automatic: false },
);
