import { Money } from '#ui/Money/Money.tsx';
import { Table, TableCell, TableGroup, TableRow } from '#ui/Table/Table.tsx';
import type { CapCost } from './cap-cost.ts';

const columns = [
  { id: 'item', header: 'Item' },
  { id: 'amount', header: 'Amount', align: 'money' },
] as const;

/** The bill that turning the cap on brings. */
export function CapCostTable({ bill: { usageCents, balanceCents, dueCents } }: { bill: NonNullable<CapCost['bill']> }) {
  return (
    <Table caption="Invoice of the usage past the quotas so far" columns={columns}>
      <TableGroup>
        <CostRow title="Usage past the quotas so far" cents={usageCents} />
        {balanceCents !== 0 && <CostRow title={balanceCents < 0 ? 'Credits' : 'Owed from before'} cents={balanceCents} />}
        <CostRow title="Due today" cents={dueCents} variant="total" />
      </TableGroup>
    </Table>
  );
}

function CostRow({ title, cents, variant = 'line' }: { title: string; cents: number; variant?: 'line' | 'total' }) {
  return (
    <TableRow header={title} variant={variant}>
      <TableCell align="money">
        <Money cents={cents} />
      </TableCell>
    </TableRow>
  );
}
