import type { ChargeSummary } from '#billing/shared/change-plan/charge-summary.ts';
import { MoneyRow, MoneyTable } from '#billing/shared/MoneyTable.tsx';

/** What comes back, what the usage so far comes to, and what is due: each apart from the others. */
export function DowngradeMoney({ charge, planName }: { charge: ChargeSummary; planName: string }) {
  const { creditBackCents, totalCents, usageSoFar } = charge;
  const usageDueCents = usageSoFar?.dueCents ?? null;
  return (
    <MoneyTable caption="What comes back and what is still to pay">
      <MoneyRow title={`Unused time of the ${planName} Plan, added to your credits`} cents={creditBackCents} />
      {usageSoFar && <MoneyRow title="Usage so far, on a final invoice" cents={usageSoFar.cents} />}
      {totalCents > 0 && <MoneyRow title="Owed from before, due today" cents={totalCents} />}
      {usageDueCents !== null && <MoneyRow title="Left to pay on the final invoice after credits" cents={usageDueCents} isTotal />}
    </MoneyTable>
  );
}
