import { owedFromBefore } from '#lib/charge.ts';
import { MoneyRow, MoneyTable } from '#billing/shared/MoneyTable.tsx';
import type { CapCost } from './cap-cost.ts';

/** The bill that turning the cap on brings. */
export function CapCostTable({ bill: { usageCents, balanceCents, dueCents } }: { bill: NonNullable<CapCost['bill']> }) {
  return (
    <MoneyTable caption="Invoice of the usage past the quotas so far">
      <MoneyRow title="Usage past the quotas so far" cents={usageCents} />
      {balanceCents !== 0 && <MoneyRow title={balanceCents < 0 ? 'Credits' : owedFromBefore} cents={balanceCents} />}
      <MoneyRow title="Due today" cents={dueCents} isTotal />
    </MoneyTable>
  );
}
