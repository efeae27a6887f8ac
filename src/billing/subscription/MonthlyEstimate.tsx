import type { Preview } from '#contract/types.ts';
import { formatCents, roundedCentsFromDollars, sumCents } from '#lib/money.ts';
import { Disclosure } from '#ui/Disclosure/Disclosure.tsx';
import { Table, TableCell, TableGroup, TableRow } from '#ui/Table/Table.tsx';
import { Dollars } from '#billing/shared/invoice-lines/Dollars.tsx';

const columns = [
  { id: 'item', header: 'Item' },
  { id: 'amount', header: 'Per month', align: 'money' },
] as const;

/** Estimated cost of a full month with the current resources. Overage is charged in addition. */
export function MonthlyEstimate({ lines: all, plan }: { lines: Preview['breakdown']; plan: string }) {
  const lines = all.filter((line, index) => index === 0 || line.total_price !== 0);
  const total = sumCents(lines.map((line) => roundedCentsFromDollars(line.total_price)));
  return (
    <Disclosure title={`Monthly estimate on the ${plan} Plan: about ${formatCents(total)}`} headingLevel={3}>
      <Table caption="Monthly estimate" isCaptionHidden columns={columns}>
        {lines.map((line) => (
          <TableGroup key={`${line.description} ${line.unit_price_desc ?? ''} ${line.total_price}`}>
            <TableRow header={line.description}>
              <TableCell align="money">
                <Dollars amount={line.total_price} />
              </TableCell>
            </TableRow>
            {line.breakdown?.map(({ project_ref: ref, project_name: name, amount }) => (
              <TableRow key={ref} header={name} isIndented>
                <TableCell align="money">{amount === undefined ? '' : <Dollars amount={amount} />}</TableCell>
              </TableRow>
            ))}
          </TableGroup>
        ))}
        <TableGroup>
          <TableRow header="About, per month" variant="total">
            <TableCell align="money">{formatCents(total)}</TableCell>
          </TableRow>
        </TableGroup>
      </Table>
      <p>With the resources that run now. Overage is charged in addition.</p>
    </Disclosure>
  );
}
