import { Money } from '#ui/Money/Money.tsx';
import { Table, TableCell, TableGroup, TableRow } from '#ui/Table/Table.tsx';
import type { ChargeSummary } from '#billing/shared/change-plan/charge-summary.ts';

const columns = [
  { id: 'item', header: 'Item' },
  { id: 'amount', header: 'Amount', align: 'money' },
] as const;

/** What comes back, what the usage so far comes to, and what is due: each apart from the others. */
export function DowngradeMoney({ charge, planName }: { charge: ChargeSummary; planName: string }) {
  const { creditBackCents, totalCents, usageSoFar } = charge;
  const usageDueCents = usageSoFar?.dueCents ?? null;
  return (
    <Table caption="What comes back and what is still to pay" columns={columns}>
      <TableGroup>
        <MoneyRow title={`Unused time of the ${planName} Plan, added to your credits`} cents={creditBackCents} />
        {usageSoFar && <MoneyRow title="Usage so far, on a final invoice" cents={usageSoFar.cents} />}
        {totalCents > 0 && <MoneyRow title="Owed from before, due today" cents={totalCents} />}
        {usageDueCents !== null && (
          <MoneyRow title="Left to pay on the final invoice after credits" cents={usageDueCents} variant="total" />
        )}
      </TableGroup>
    </Table>
  );
}

function MoneyRow({ title, cents, variant = 'line' }: { title: string; cents: number; variant?: 'line' | 'total' }) {
  return (
    <TableRow header={title} variant={variant}>
      <TableCell align="money">
        <Money cents={cents} />
      </TableCell>
    </TableRow>
  );
}
