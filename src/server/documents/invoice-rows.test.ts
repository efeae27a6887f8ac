import { expect, it } from 'vitest';
import { csvRows } from '#lib/csv.ts';
import type { ExportedInvoice, ExportedLine } from '#server/store/invoices/invoice-export.ts';
import { lineRows, linesHead } from './invoice-rows.ts';

const at = new Date('2026-05-31T00:00:00Z');
const invoice = { id: 'in_1', number: 'A-1', status: 'paid', periodStart: at, periodEnd: at } as ExportedInvoice;
const gigabyte = 1_000_000_000;

const lineOf = (metric: string | null, steps: readonly object[] | null): ExportedLine =>
  ({
    invoiceId: 'in_1',
    description: 'A line',
    carriedOver: false,
    metric,
    periodStart: at,
    periodEnd: at,
    unitPriceDescription: 'as priced',
    derivation: steps && {
      used: '0',
      included: null,
      uncharged: '0',
      billable: '0',
      steps,
      discounts: [],
      invoiced: { amountBeforeDiscountCents: 0, amountCents: 0 },
      prorated: null,
    },
    amountBeforeDiscountCents: 0,
    amountCents: 0,
    priceBook: '2026',
  }) as unknown as ExportedLine;

function cellsOf(line: ExportedLine): string[] {
  const [row = []] = csvRows(lineRows([invoice], new Map([['in_1', [line]]]), [], []));
  return ['Quantity', 'Unit', 'Unit price', 'Calculation'].map((name) => row[linesHead.indexOf(name)] ?? '');
}

const step = (billable: string, priceMicrocents: number, perUnits = 1, wholePackages = false) => ({
  billable,
  priceMicrocents,
  perUnits,
  wholePackages,
});

it.each([
  ['bytes', 'EGRESS', [step('1502900000000', 9_000_000, gigabyte)], ['1502.9', 'GB', '0.09', '1,502.90 GB at $0.09']],
  ['hours', 'COMPUTE_HOURS_MICRO', [step('1456', 1_344_000)], ['1456', 'hours', '0.01344', '1,456 hours at $0.01344']],
  ['counts', 'MONTHLY_ACTIVE_USERS', [step('2350', 325_000)], ['2350', 'unit', '0.00325', '2,350 at $0.00325']],
  [
    'packages',
    'FUNCTION_INVOCATIONS',
    [step('2500001', 200_000_000, 1_000_000, true)],
    ['3', 'package of 1000000', '2', '3 packages of 1,000,000 at $2.00'],
  ],
  [
    'tiers',
    'COMPUTE_HOURS_MICRO',
    [step('100', 2_000_000), step('50', 1_000_000)],
    ['150', 'hours', '', '100 hours at $0.02 and 50 hours at $0.01'],
  ],
  ['nothing', 'EGRESS', [step('0', 9_000_000, gigabyte)], ['0', 'GB', '', '']],
  ['a fee', null, null, ['', '', '', '']],
])('writes the quantity of %s as a number, with unit and price in other columns', (_, metric, steps, cells) => {
  expect(cellsOf(lineOf(metric, steps))).toEqual(cells);
});

it('gives a credit note as many cells as a line', () => {
  const note = { invoiceId: 'in_1', number: 'CN-1', createdAt: at, reason: 'Agreed', amountCents: 100, balanceCents: 0 } as never;
  const [row = []] = csvRows(lineRows([invoice], new Map(), [note], []));
  expect([row.length, row[linesHead.indexOf('Amount')]]).toEqual([linesHead.length, '-1.00']);
});
