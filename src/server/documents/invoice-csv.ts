import { isoDate } from '#lib/dates/format.ts';
import { balanceNames, balanceRow, type BalanceUse } from '#lib/invoice-balance.ts';
import { plainDollars } from '#lib/money.ts';
import type { Database } from '#server/store/database.ts';
import { secondsOf } from '#server/store/instants.ts';
import { invoicesOfPeriod, linesOfInvoices, type ExportedInvoice, type ExportedLine, type Period } from '#server/store/invoice-export.ts';
import { byteOrderMark, csvRow, textCell } from './csv.ts';

export type ExportKind = 'totals' | 'lines';

const day = (instant: Date): string => isoDate(secondsOf(instant));

/** Each use of the credit balance has a column: what was applied is taken off the subtotal, the others are added to it. */
const balanceUses: readonly BalanceUse[] = ['applied', 'owed', 'added'];

const totalsHead = [
  'Invoice number',
  'Date',
  'Status',
  'Period start',
  'Period end',
  'Subtotal',
  ...balanceUses.map((use) => balanceNames[use]),
  'Amount due',
  'Currency',
];
const linesHead = [
  'Invoice number',
  'Date',
  'Status',
  'Description',
  'Metric',
  'Period start',
  'Period end',
  'Unit price',
  'Amount before discount',
  'Amount',
  'Currency',
];

function totalsRow({ number, periodEnd, status, periodStart, subtotalCents, amountDueCents }: ExportedInvoice): string {
  const balance = balanceRow(subtotalCents, amountDueCents);
  return csvRow([
    textCell(number),
    day(periodEnd),
    status,
    day(periodStart),
    day(periodEnd),
    plainDollars(subtotalCents),
    ...balanceUses.map((use) => plainDollars(balance?.use === use ? Math.abs(balance.cents) : 0)),
    plainDollars(amountDueCents),
    'USD',
  ]);
}

const lineRow = ({ number, periodEnd, status }: ExportedInvoice, line: ExportedLine): string =>
  csvRow([
    textCell(number),
    day(periodEnd),
    status,
    textCell(line.description),
    line.metric ?? '',
    day(line.periodStart),
    day(line.periodEnd),
    textCell(line.unitPriceDescription),
    plainDollars(line.amountBeforeDiscountCents),
    plainDollars(line.amountCents),
    'USD',
  ]);

/** The text of the file, a batch of invoices at a time. Amounts are plain dollars: '-1234.50'. */
async function* texts(db: Database, organizationId: number, kind: ExportKind, period: Period): AsyncGenerator<string> {
  yield byteOrderMark + csvRow(kind === 'totals' ? totalsHead : linesHead);
  for await (const batch of invoicesOfPeriod(db, organizationId, period)) {
    if (kind === 'totals') yield batch.map(totalsRow).join('');
    else {
      const lines = await linesOfInvoices(db, batch);
      yield batch.flatMap((invoice) => (lines.get(invoice.id) ?? []).map((line) => lineRow(invoice, line))).join('');
    }
  }
}

/** A file that is made only as fast as it is taken, and no further when the download is broken off. */
export function invoiceCsv(db: Database, organizationId: number, kind: ExportKind, period: Period): ReadableStream<Uint8Array> {
  const parts = texts(db, organizationId, kind, period);
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await parts.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
