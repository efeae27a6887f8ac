import { expect, it } from 'vitest';
import { cardName } from '#lib/card-name.ts';
import { rowsOf } from '#server/database/database.ts';
import { onEachStore, type TestPlatform } from '#tests/support/platform.ts';

const invoicesOf = (slug: string) => `/platform/organizations/${slug}/billing/invoices`;

interface Listed {
  readonly id: string;
  readonly number: string;
  readonly status: string;
  readonly period_end: number;
  readonly amount_due: number;
  readonly subtotal: number;
  readonly invoice_pdf: string | null;
  readonly receipt_pdf: string | null;
}

const day = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

const pathOf = (address: string | null): string => new URL(address ?? '').pathname;

async function list(platform: TestPlatform, slug: string, query = ''): Promise<{ invoices: Listed[]; total: string | null }> {
  const { status, body, headers } = await platform.ask(`${invoicesOf(slug)}${query}`, { as: 'owner' });
  expect(status).toBe(200);
  return { invoices: body, total: headers.get('X-Total-Count') };
}

onEachStore(
  (platform) => {
    it('filters by status and period, counts what matches, and pages through it', async () => {
      const { invoices: all } = await list(platform(), 'pro-payg');
      const tenth = all[10]?.period_end ?? 0;
      const third = all[3]?.period_end ?? 0;
      const cases: [query: string, keep: (invoice: Listed) => boolean][] = [
        ['status=paid', ({ status }) => status === 'paid'],
        ['status=open,issued,uncollectible', ({ status }) => ['open', 'issued', 'uncollectible'].includes(status)],
        [`from=${day(tenth)}`, ({ period_end }) => day(period_end) >= day(tenth)],
        [`to=${day(third)}`, ({ period_end }) => day(period_end) <= day(third)],
        [
          `status=paid,void&from=${day(tenth)}&to=${day(third)}`,
          ({ status, period_end }) => ['paid', 'void'].includes(status) && day(period_end) >= day(tenth) && day(period_end) <= day(third),
        ],
        ['from=2101-01-01', () => false],
      ];
      for (const [query, keep] of cases) {
        const expected = all.filter(keep);
        const whole = await list(platform(), 'pro-payg', `?${query}`);
        expect([query, whole.invoices, whole.total]).toEqual([query, expected, String(expected.length)]);
        const paged: Listed[] = [];
        for (let offset = 0; offset < expected.length; offset += 2) {
          paged.push(...(await list(platform(), 'pro-payg', `?${query}&offset=${offset}&limit=2`)).invoices);
        }
        expect([query, paged]).toEqual([query, expected]);
        const counted = await platform().ask(`${invoicesOf('pro-payg')}?${query}`, { as: 'owner', method: 'HEAD' });
        expect([query, counted.headers.get('X-Total-Count')]).toEqual([query, String(expected.length)]);
      }
    });

    it('finds an invoice by its number or by the digits that it ends with', async () => {
      const { invoices: all } = await list(platform(), 'pro-payg');
      const wanted = all[4];
      const digits = /\d+$/.exec(wanted?.number ?? '')?.[0] ?? '';
      for (const search of [wanted?.number ?? '', (wanted?.number ?? '').toLowerCase(), digits, String(Number(digits)), ` ${digits} `]) {
        const found = await list(platform(), 'pro-payg', `?search=${encodeURIComponent(search)}`);
        expect([search, found.invoices.map(({ number }) => number), found.total]).toEqual([search, [wanted?.number], '1']);
      }
      for (const search of ['ZZZZZZZZ-0005', '%', "'; drop table invoices; --", '99999', 'abc']) {
        expect((await list(platform(), 'pro-payg', `?search=${encodeURIComponent(search)}`)).total).toBe('0');
      }
      expect((await list(platform(), 'pro-payg', `?search=${digits}&status=draft`)).total).toBe(wanted?.status === 'draft' ? '1' : '0');
    });

    it('keeps the counts of a history in which invoices change their state, move and go', async () => {
      const { context } = platform();
      const slug = 'pro-capped';
      const outstanding = async () => (await list(platform(), slug, '?status=open')).total;
      expect(await outstanding()).toBe('0');
      const { invoices } = await list(platform(), slug);
      const ids = invoices.slice(0, 3).map(({ id }) => `'${id}'`);
      await context.db.execute(`update invoices set status = 'open' where id in (${ids.join(',')})`);
      expect(await outstanding()).toBe('3');
      await context.db.execute(`update invoices set period_end = period_end - interval '4000 days' where id = ${ids[0]}`);
      expect((await list(platform(), slug, `?to=${day((invoices.at(-1)?.period_end ?? 0) - 86_400)}`)).total).toBe('1');
      await context.db.execute(`update invoices set status = 'paid', period_end = period_end + interval '4000 days' where id = ${ids[0]}`);
      await context.db.execute(`update invoices set status = 'paid' where id in (${ids.join(',')})`);
      expect(await outstanding()).toBe('0');
      const [row] = rowsOf<{ off: string }>(
        await context.db.execute(`
        select count(*) as off from (
          select organization_id, span, place, status, count from invoice_tallies where count <> 0
          except select organization_id, span, extract(epoch from period_end)::bigint >> span, status, count(*)::integer
          from invoices, unnest(array[12, 18, 24]::smallint[]) span group by 1, 2, 3, 4) as different`),
      );
      expect(Number(row?.off)).toBe(0);
    });

    it('refuses filters that mean nothing, by their names', async () => {
      for (const [query, path] of [
        ['status=lost', 'query.status.0'],
        ['from=yesterday', 'query.from'],
        ['from=2026-02-01&to=2026-01-01', 'query.to'],
        ['search=', 'query.search'],
        ['sort=amount', 'query.sort'],
      ]) {
        const { status, body } = await platform().ask(`${invoicesOf('pro-payg')}?${query}`, { as: 'owner' });
        expect([status, body.errors?.[0]?.path]).toEqual([400, path]);
      }
    });

    it('exports the totals of a period, plain and in order', async () => {
      const { invoices: all } = await list(platform(), 'pro-payg');
      const tenth = all[10]?.period_end ?? 0;
      const expected = all.filter(({ period_end }) => day(period_end) >= day(tenth));
      const answer = await platform().ask(`${invoicesOf('pro-payg')}/export?from=${day(tenth)}`, { as: 'developer' });
      expect(answer.headers.get('Content-Type')).toMatch(/^text\/csv/);
      expect(answer.headers.get('Content-Disposition')).toBe(`attachment; filename="invoices-totals-pro-payg-from-${day(tenth)}.csv"`);
      expect(answer.headers.get('Cache-Control')).toBe('private, no-store');
      const rows = (answer.body as string).replace('\ufeff', '').trimEnd().split('\r\n');
      expect(rows[0]).toBe(
        'Invoice number,Date,Status,Period start,Period end,Subtotal,Credits applied,Owed from before,Credits added,Credit notes,Amount due,Paid,Paid on,Paid with,Still due,Carried to your next invoice,Currency,Purchase order,Buyer reference',
      );
      expect(rows.slice(1).map((row) => row.split(',')[0])).toEqual(expected.map(({ number }) => number));
      expect(rows[1]?.split(',')[10]).toBe(((expected[0]?.amount_due ?? 0) / 100).toFixed(2));
      const paid = rows.slice(1).filter((row) => Number(row.split(',')[11]) > 0);
      expect(paid.length).toBeGreaterThan(2);
      for (const row of paid) {
        const [number, paidOn, paidWith] = [0, 12, 13].map((column) => row.split(',')[column]);
        const id = expected.find((invoice) => invoice.number === number)?.id ?? '';
        const { payment } = (await platform().ask(`${invoicesOf('pro-payg')}/${id}`, { as: 'developer' })).body;
        expect([paidOn, paidWith]).toEqual([day(payment.at), payment.card ? cardName(payment.card) : '']);
      }
      expect(paid.some((row) => /ending in \d{4}/.test(row))).toBe(true);
    });

    it('exports lines whose texts no spreadsheet runs', async () => {
      const { context, ask } = platform();
      const { invoices } = await list(platform(), 'pro-invoice');
      const id = invoices[0]?.id ?? '';
      await context.db.execute(
        `update invoice_lines set description = '=HYPERLINK("http://evil.example","x"), ' || description where invoice_id = '${id}'`,
      );
      const { body } = await ask(`${invoicesOf('pro-invoice')}/export?kind=lines`, { as: 'owner' });
      const rows = (body as string).split('\r\n').filter((row) => row.includes('HYPERLINK'));
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) expect(row).toContain(`,"'=HYPERLINK(""http://evil.example"",""x""), `);
      expect((body as string).split('\r\n')[1]).toMatch(/,-?\d+\.\d\d,-?\d+\.\d\d,USD$/);
    });

    it('name the price book of each line, in its working and in the export', async () => {
      const { ask } = platform();
      const { invoices } = await list(platform(), 'pro-payg');
      const { body } = await ask(`${invoicesOf('pro-payg')}/${invoices[0]?.id}/lines`, { as: 'owner' });
      const { lines } = body as { lines: { price_book: string }[] };
      expect(new Set(lines.map(({ price_book: version }) => version))).toEqual(new Set(['2026']));
      const exported = await ask(`${invoicesOf('pro-payg')}/export?kind=lines`, { as: 'owner' });
      const [head = '', ...rows] = (exported.body as string).split('\r\n');
      expect(head).toContain('Quantity,Unit,Unit price,Price,Calculation,Price book,');
      expect(rows.filter((row) => row !== '' && !row.includes(',2026,'))).toEqual([]);
    });

    it('makes a document of every invoice but a draft, and a receipt of a paid one', async () => {
      const { ask } = platform();
      const { invoices } = await list(platform(), 'pro-payg');
      for (const { status, amount_due, invoice_pdf, receipt_pdf } of invoices) {
        expect([status, invoice_pdf === null]).toEqual([status, status === 'draft']);
        expect([status, receipt_pdf === null]).toEqual([status, status !== 'paid' || amount_due === 0]);
      }
      const paid = invoices.find(({ receipt_pdf }) => receipt_pdf !== null);
      for (const address of [paid?.invoice_pdf ?? null, paid?.receipt_pdf ?? null]) {
        const answer = await ask(pathOf(address), { as: 'developer' });
        expect([answer.status, answer.headers.get('Content-Type'), (answer.body as string).slice(0, 8)]).toEqual([
          200,
          'application/pdf',
          '%PDF-1.7',
        ]);
        expect(answer.headers.get('Cache-Control')).toBe('private, no-store');
        expect(answer.headers.get('Content-Disposition')).toMatch(/^inline; filename="[A-Z0-9]+-\d+(-receipt)?\.pdf"$/);
      }
      const draft = invoices.find(({ status }) => status === 'draft');
      expect((await ask(`${invoicesOf('pro-payg')}/${draft?.id}/pdf`, { as: 'owner' })).status).toBe(404);
      expect((await ask(`${invoicesOf('pro-payg')}/${draft?.id}/receipt`, { as: 'owner' })).status).toBe(404);
    });

    it('tells nothing of an invoice to another organization, a reader without rights or nobody', async () => {
      const { ask } = platform();
      const { invoices } = await list(platform(), 'pro-payg');
      const paid = invoices.find(({ receipt_pdf }) => receipt_pdf !== null);
      for (const file of ['', '/lines', '/pdf', '/receipt', '/payment-link']) {
        const invoicePath = `${invoicesOf('pro-payg')}/${paid?.id}${file}`;
        const foreign = await ask(`${invoicesOf('pro-capped')}/${paid?.id}${file}`, { as: 'owner' });
        expect([file, foreign.status, foreign.body.message]).toEqual([file, 404, 'Invoice not found']);
        expect([file, (await ask(invoicePath, { as: 'outsider' })).status]).toEqual([file, 404]);
        expect([file, (await ask(invoicePath, { as: 'viewer' })).status]).toEqual([file, 403]);
        expect([file, (await ask(invoicePath)).status]).toEqual([file, 401]);
        expect([file, (await ask(`${invoicesOf('pro-payg')}/in_%2e%2e${file}`, { as: 'owner' })).status]).toEqual([file, 400]);
      }
      expect((await ask(`${invoicesOf('pro-payg')}/export`, { as: 'viewer' })).status).toBe(403);
    });

    it('says when an unpaid invoice is due, is charged again and restricts', async () => {
      const { ask } = platform();
      const { body } = await ask(`${invoicesOf('pro-payg')}?status=open,issued,paid,draft,uncollectible`, { as: 'owner' });
      const daySeconds = 86_400;
      for (const { status, amount_due, collection } of body) {
        if ((status !== 'open' && status !== 'issued') || amount_due === 0) expect([status, collection]).toEqual([status, null]);
        else if (collection.due_at !== null) {
          expect(collection.grace_period_end - collection.due_at).toBe(14 * daySeconds);
          expect(collection.restricted_at - collection.grace_period_end).toBe(7 * daySeconds);
        }
      }
      expect(body.some(({ collection }: { collection: { due_at: number | null } | null }) => collection?.due_at)).toBe(true);
    });
  },
  undefined,
  undefined,
  'database',
);
