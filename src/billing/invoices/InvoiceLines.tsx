import type { Invoice, InvoiceLine as SentLine } from '#contract/types.ts';
import { balanceRow, creditNoteName } from '#lib/invoice-balance.ts';
import { EmptyState } from '#ui/EmptyState/EmptyState.tsx';
import { Money } from '#ui/Money/Money.tsx';
import { Table, TableCell, TableGroup, TableRow } from '#ui/Table/Table.tsx';
import { costColumns } from '#billing/shared/invoice-lines/cost-columns.ts';
import { LineRow } from '#billing/shared/invoice-lines/LineRow.tsx';
import { readLines } from '#billing/shared/invoice-lines/lines.ts';
import { isPayable } from './invoice-status.ts';

/** What an invoice is made of, each line with its working, and how it comes to its sum. */
export function InvoiceLines({ invoice, lines }: { invoice: Invoice; lines: readonly SentLine[] }) {
  const { subtotal, amount_due: due, credited = 0 } = invoice;
  const balance = balanceRow(subtotal, due, credited);
  if (lines.length === 0) return <EmptyState>This invoice has no lines</EmptyState>;
  return (
    <Table caption={`Lines of invoice ${invoice.number}`} isCaptionHidden columns={costColumns}>
      <TableGroup>
        {readLines(lines).map((line) => (
          <LineRow key={line.id} line={line} />
        ))}
      </TableGroup>
      <TableGroup>
        <Sum name="Subtotal" detail="The sum of all lines." cents={subtotal} />
        {balance && <Sum {...balance} />}
        {credited > 0 && <Sum name={creditNoteName} detail="Taken off after the invoice was made." cents={0 - credited} />}
        <Sum name={isPayable(invoice) ? 'Amount due' : 'Total'} detail="In US dollars." cents={due} isLast />
      </TableGroup>
    </Table>
  );
}

function Sum({ name, detail, cents, isLast = false }: { name: string; detail: string; cents: number; isLast?: boolean }) {
  return (
    <TableRow header={name} variant={isLast ? 'total' : 'subtotal'}>
      <TableCell align="detail">{detail}</TableCell>
      <TableCell align="money">
        <Money cents={cents} />
      </TableCell>
    </TableRow>
  );
}
