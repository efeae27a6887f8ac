import type { Invoice, InvoiceLine as SentLine } from '#contract/types.ts';
import { balanceRow, creditNoteName, dueRows } from '#lib/invoice-balance.ts';
import { EmptyState } from '#ui/EmptyState/EmptyState.tsx';
import { Money } from '#ui/Money/Money.tsx';
import { Table, TableCell, TableGroup, TableRow } from '#ui/Table/Table.tsx';
import { carriedGroups } from '#billing/shared/invoice-lines/carried-groups.ts';
import { CarriedLines } from '#billing/shared/invoice-lines/CarriedLines.tsx';
import { costColumns } from '#billing/shared/invoice-lines/cost-columns.ts';
import { LineRow } from '#billing/shared/invoice-lines/LineRow.tsx';
import { readLines } from '#billing/shared/invoice-lines/lines.ts';

export function InvoiceLines({ invoice, lines }: { invoice: Invoice; lines: readonly SentLine[] }) {
  const { status, subtotal, amount_due: due, credited = 0, payment } = invoice;
  const paid = payment ? { ...payment, isOnPaymentPage: payment.on_payment_page } : null;
  const balance = balanceRow(subtotal, due, credited);
  const read = readLines(lines);
  const rows = dueRows(status, due, paid);
  if (lines.length === 0) return <EmptyState>This invoice has no lines</EmptyState>;
  return (
    <Table caption={`Lines of invoice ${invoice.number}`} isCaptionHidden columns={costColumns}>
      <TableGroup>
        {read
          .filter(({ isCarriedOver }) => !isCarriedOver)
          .map((line) => (
            <LineRow key={line.id} line={line} isDiscountApart />
          ))}
      </TableGroup>
      <CarriedLines groups={carriedGroups(read)} isDiscountApart />
      <TableGroup>
        <Sum name="Subtotal" detail="The sum of all lines." cents={subtotal} />
        {balance && <Sum {...balance} />}
        {credited > 0 && <Sum name={creditNoteName} detail="Credited after it was issued." cents={0 - credited} />}
        {rows.map(([name, cents], index) => (
          <Sum key={name} name={name} detail={index === 0 ? 'In US dollars.' : ''} cents={cents} isLast={index === rows.length - 1} />
        ))}
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
