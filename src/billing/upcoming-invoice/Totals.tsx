import type { UpcomingInvoice } from '#contract/types.ts';
import { formatCents, roundedCentsFromDollars, sumCents } from '#lib/money.ts';
import { Money } from '#ui/Money/Money.tsx';
import { Notice } from '#ui/Notice/Notice.tsx';
import { TableCell, TableGroup, TableRow, TableSpan } from '#ui/Table/Table.tsx';
import { costColumns } from '#billing/shared/invoice-lines/cost-columns.ts';
import { amountCents, type InvoiceLine } from '#billing/shared/invoice-lines/lines.ts';

export function Totals({ invoice, lines }: { invoice: UpcomingInvoice; lines: readonly InvoiceLine[] }) {
  const current = roundedCentsFromDollars(invoice.amount_total);
  const sum = sumCents(lines.map(amountCents));
  return (
    <TableGroup>
      <TableRow header="Current Costs" variant="subtotal">
        <TableCell align="detail">Accumulated in this cycle so far.</TableCell>
        <TableCell align="money">
          <Money cents={current} />
        </TableCell>
      </TableRow>
      {sum !== current && (
        <TableSpan columns={costColumns.length}>
          <Notice variant="negative" title="The lines do not add up to the current costs">
            {`Added up here they are ${formatCents(sum)}; the platform says ${formatCents(current)}. Please contact support.`}
          </Notice>
        </TableSpan>
      )}
      <TableRow header="Projected Costs" variant="total">
        <TableCell align="detail">With compute hours, IPv4, custom domains and point-in-time recovery to the end of the cycle.</TableCell>
        <TableCell align="money">
          <Money cents={roundedCentsFromDollars(invoice.amount_projected)} />
        </TableCell>
      </TableRow>
    </TableGroup>
  );
}
