import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Statement } from '#contract/types.ts';
import { instantText } from '#lib/statement/statement.ts';
import { writeSetting } from '#server/database/settings.ts';
import { onMoneyPlatformWith, type MoneyPlatform } from '#tests/support/money-platform.ts';
import { once, operatorOf, type Operator } from '#tests/support/operator.ts';
import { invoicesOf, liveStatementHistory } from '#tests/support/statement-history.ts';

// Makes the ten documents that a person reviews page by page before each new version. PAPERS sets the folder that stores them:
//   PAPERS=FOLDER npx vitest run --project server-long tests/server/papers.test.ts

const keptIn = process.env['PAPERS'];
const day = 86_400;
const mostBytes = 2_000_000;
const manyLines = 200;

interface Customer {
  readonly slug: string;
  readonly details: {
    readonly billing_name: string;
    readonly address: Record<string, string | null>;
    readonly tax_id?: Record<string, string>;
    readonly references?: Record<string, string>;
  };
}

const addressOf = (country: string, line1: string, city: string, postalCode: string) => ({
  line1,
  line2: null,
  city,
  state: null,
  postal_code: postalCode,
  country,
});

const customers = {
  plain: {
    slug: 'plain',
    details: {
      billing_name: 'Fjord & Fell AS',
      address: addressOf('NO', '1 First Street', 'Bergen', '5003'),
      references: { po_number: 'PO-2026-0042', buyer_reference: 'Cost center 80' },
    },
  },
  german: {
    slug: 'german',
    details: {
      billing_name: 'Größe & Söhne Straßenbau GmbH',
      address: addressOf('DE', 'Königsallee 100', 'Düsseldorf', '40215'),
      tax_id: { type: 'eu_vat', value: 'DE123456789', country: 'DE' },
    },
  },
  korean: {
    slug: 'korean',
    details: {
      billing_name: '주식회사 한국클라우드',
      address: addressOf('KR', '서울특별시 강남구 테헤란로 123, 15층', '서울', '06133'),
    },
  },
  arabic: {
    slug: 'arabic',
    details: { billing_name: 'شركة الأمل للتجارة (ش.م.م)', address: addressOf('EG', '12 شارع طلعت حرب', 'القاهرة', '11511') },
  },
  chinese: {
    slug: 'chinese',
    details: { billing_name: '上海云端科技有限公司', address: addressOf('CN', '浦东新区世纪大道100号', '上海', '200120') },
  },
  long: {
    slug: 'long',
    details: { billing_name: 'Two Hundred Lines Ltd', address: addressOf('GB', '200 Long Lane', 'London', 'SE1 4PF') },
  },
} as const satisfies Record<string, Customer>;

const base = (slug: string): string => `/platform/organizations/${slug}`;

async function createCustomer({ send }: MoneyPlatform, operator: Operator, { slug, details }: Customer): Promise<void> {
  const terms = { name: slug, plan: 'pro', spend_cap: false, payment_method_type: 'invoice', billing_email: `bills@${slug}.example` };
  expect((await operator.ask('PUT', `/organizations/${slug}`, terms)).status).toBe(201);
  const member = { username: slug, role: 'owner' };
  expect((await operator.ask('PUT', `/organizations/${slug}/members/${slug}@paper.example`, member)).status).toBe(201);
  const project = `${slug.repeat(4)}abcdefghijklmnopqrst`.slice(0, 20);
  expect((await operator.ask('PUT', `/organizations/${slug}/projects/${project}`, { name: 'shop', compute_size: 'large' })).status).toBe(
    201,
  );
  const saved = await send('PUT', `${base(slug)}/customer`, details, { as: slug });
  expect([slug, saved.status, saved.body]).toEqual([slug, 204, '']);
}

async function addLines({ rows }: MoneyPlatform, invoiceId: string): Promise<void> {
  const columns = (
    await rows<{ name: string }>(`select column_name as name from information_schema.columns where table_name = 'invoice_lines'`)
  ).map(({ name }) => name);
  const changed: Readonly<Record<string, string>> = { position: '1000 + n', description: `'Compute of project ' || n` };
  const values = columns.map((name) => changed[name] ?? `l.${name}`);
  await rows(`insert into invoice_lines (${columns.join(', ')}) select ${values.join(', ')} from generate_series(1, ${manyLines}) n
    cross join (select * from invoice_lines where invoice_id = '${invoiceId}' order by amount_cents desc limit 1) l`);
  await rows(`update invoices set subtotal_cents = s.sum, amount_due_cents = s.sum from (select sum(amount_cents) as sum from invoice_lines
    where invoice_id = '${invoiceId}') s where id = '${invoiceId}'`);
}

const hasPoppler = spawnSync('pdftotext', ['-v']).error === undefined;

function pagesOf(bytes: Buffer): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'papers-'));
  writeFileSync(join(folder, 'paper.pdf'), bytes);
  const { stdout } = spawnSync('pdftotext', ['-layout', join(folder, 'paper.pdf'), '-'], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return stdout.split('\f').slice(0, -1);
}

const isFromRight = /\p{Script=Arabic}/u;

/** Splits Arabic text into words, because Poppler reorders the punctuation between words. */
const partsOf = (text: string): string[] => (isFromRight.test(text) ? (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []) : [text]);

const amount = /(−?)\$([\d,]+)\.(\d\d)$/;

function centsAtEnd(line: string): number | null {
  const [, sign = '', dollars = '', cents = ''] = amount.exec(line) ?? [];
  return dollars === '' ? null : (sign === '' ? 1 : -1) * Number(`${dollars.replaceAll(',', '')}${cents}`);
}

/** Sums the rows above a total, in cents. A row is a text line with a date before its amount. */
function sumAndTotal(text: string, totalName: string): readonly [sum: number, total: number | null] {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const rows = lines.filter((line) => /\w{3} \d{2}, \d{4} /.test(line)).map((line) => centsAtEnd(line) ?? 0);
  const total = lines.findLast((line) => line.trim().startsWith(totalName) && amount.test(line)) ?? '';
  return [rows.reduce((sum, cents) => sum + cents, 0), centsAtEnd(total)];
}

/** Labels of the total in documents without a subtotal. */
const totalNames: Readonly<Record<string, string>> = { statement: 'Closing balance', 'credit-note': 'Total' };

onMoneyPlatformWith({ organizations: ['payg'] }, (money) => {
  async function paperAt(address: string, as: string): Promise<Buffer> {
    const { pathname, search } = new URL(address, money().platform.origin);
    const token = await money().platform.token(as);
    const response = await fetch(money().platform.origin + pathname + search, { headers: { Cookie: `session=${token}` } });
    expect([pathname, response.status]).toEqual([pathname, 200]);
    return Buffer.from(await response.arrayBuffer());
  }

  /** If PAPERS is set, stores the document and its download time in that folder. */
  async function keptPaper(name: string, address: string, slug: string): Promise<Buffer> {
    const start = performance.now();
    const bytes = await paperAt(address, slug);
    if (keptIn === undefined) return bytes;
    mkdirSync(keptIn, { recursive: true });
    writeFileSync(join(keptIn, `${name}.pdf`), bytes);
    appendFileSync(join(keptIn, 'milliseconds.txt'), `${name} ${Math.round(performance.now() - start)}\n`);
    return bytes;
  }

  async function makePapers(): Promise<Map<string, { readonly bytes: Buffer; readonly texts: readonly string[] }>> {
    const { platform, send, pass, db } = money();
    const operator = await operatorOf(platform);
    const latest = async ({ slug }: Customer): Promise<Record<string, any>> => {
      const newest = (await send('GET', `${base(slug)}/billing/invoices?limit=5`, undefined, { as: slug })).body.find(
        ({ status }: { status: string }) => status !== 'draft',
      );
      return (await send('GET', `${base(slug)}/billing/invoices/${newest.id}`, undefined, { as: slug })).body;
    };
    const papers = new Map<string, { readonly bytes: Buffer; readonly texts: readonly string[] }>();
    const keep = async (name: string, address: string, slug: string, ...texts: string[]) =>
      void papers.set(name, { bytes: await keptPaper(name, address, slug), texts });

    await liveStatementHistory(money(), 'payg');
    const [note] = await invoicesOf(money(), 'payg');
    const credit = { amount_cents: 321, reason: 'Slow queries' };
    expect((await operator.ask('POST', `/invoices/${note?.id}/credit-notes`, credit, once())).status).toBe(201);
    await pass(600);
    const now = platform.context.clock.nowSeconds();
    const year = `from=${instantText(now - 365 * day)}&to=${instantText(now)}`;
    const { rows } = (await send('GET', `${base('payg')}/billing/statement?${year}`)).body as Statement;
    expect(rows.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['credit_note', 'refund', 'dispute', 'payment']));
    await keep('statement', `${base('payg')}/billing/statement/pdf?${year}`, 'owner', 'Slow queries', 'Closing balance');

    for (const customer of Object.values(customers)) await createCustomer(money(), operator, customer);
    await pass(32 * day);
    for (const name of ['german', 'korean', 'arabic', 'chinese'] as const) {
      const { slug, details } = customers[name];
      await keep(name, (await latest(customers[name]))['invoice_pdf'], slug, details.billing_name, details.address.line1);
    }
    const long = await latest(customers.long);
    await addLines(money(), long['id']);
    await keep('200-lines', long['invoice_pdf'], 'long', 'Compute of project 1 ', `Compute of project ${manyLines} `);

    const plain = await latest(customers.plain);
    await keep('invoice', plain['invoice_pdf'], 'plain', 'Purchase order: PO-2026-0042', 'No tax was charged.');
    const moved = { ...customers.plain.details, billing_name: 'Fjord & Fell Holding AS' };
    expect((await send('PUT', `${base('plain')}/customer`, moved, { as: 'plain' })).status).toBe(204);
    const { version } = (await send('GET', `${base('plain')}/customer`, undefined, { as: 'plain' })).body;
    const path = `${base('plain')}/billing/invoices/${plain['id']}`;
    const [correction] = (await send('POST', `${path}/correct-buyer`, { version }, { as: 'plain' })).body.corrections;
    await keep('corrected-invoice', correction.pdf, 'plain', 'Fjord & Fell Holding AS', 'Corrects invoice');
    await keep('credit-note', correction.credit_note_pdf, 'plain', 'Fjord & Fell AS', 'Cancels invoice');

    const reason = 'Reverse charge: the customer owes the tax.';
    const seller = { ...plain['seller'], vat_number: 'EU372000000', tax_category: 'AE', no_tax_reason: reason } as const;
    await writeSetting(db, 'seller', { seller, series: '' });
    await pass(31 * day);
    await keep('reverse-charge', (await latest(customers.german))['invoice_pdf'], 'german', reason, 'Tax ID: DE123456789');
    return papers;
  }

  it('makes ten papers that say what they must, on every page', async () => {
    const papers = await makePapers();
    expect([...papers.keys()].toSorted()).toEqual(
      [
        '200-lines',
        'arabic',
        'chinese',
        'corrected-invoice',
        'credit-note',
        'german',
        'invoice',
        'korean',
        'reverse-charge',
        'statement',
      ].toSorted(),
    );
    for (const [name, { bytes, texts }] of papers) {
      expect([name, bytes.subarray(0, 5).toString('latin1'), bytes.length < mostBytes]).toEqual([name, '%PDF-', true]);
      expect([name, bytes.toString('latin1').includes('/Marked true')]).toEqual([name, true]);
      if (!hasPoppler) continue;
      const pages = pagesOf(bytes);
      const text = pages.join('\n');
      const [sum, total] = sumAndTotal(text, totalNames[name] ?? 'Subtotal');
      expect([name, total]).toEqual([name, sum]);
      for (const part of texts.flatMap(partsOf)) expect([name, text.includes(part) ? part : text]).toEqual([name, part]);
      // U+FFFD marks a letter that no font contains.
      expect([name, text.includes('\ufffd')]).toEqual([name, false]);
      for (const [index, page] of pages.entries()) {
        expect([name, page]).toEqual([name, expect.stringContaining(`Page ${index + 1} of ${pages.length}`)]);
        expect([name, page]).toEqual([name, expect.stringContaining('Groundwork Platforms, Inc.')]);
      }
    }
  }, 300_000);
});
