import { owedFromBefore } from '#lib/charge.ts';
import type { ChargeSummary } from '#billing/shared/change-plan/charge-summary.ts';
import { MoneyRow, MoneyTable } from '#billing/shared/MoneyTable.tsx';

/** What the usage so far comes to, what comes back against it and what is left of it; what is due today stands apart from that sum. */
export function DowngradeMoney({ charge, planName }: { charge: ChargeSummary; planName: string }) {
  const { creditBackCents, totalCents, usageSoFar } = charge;
  const dueCents = usageSoFar?.dueCents ?? null;
  // Where a sum follows, what comes back is taken off it, and what the other credits give or keep is told as well.
  const sumCents = usageSoFar && dueCents !== null ? usageSoFar.cents - creditBackCents : null;
  const creditsCents = sumCents === null || dueCents === null ? 0 : dueCents - sumCents;
  return (
    <MoneyTable caption="What comes back and what is still to pay">
      {usageSoFar && <MoneyRow title="Usage so far, on a final invoice" cents={usageSoFar.cents} />}
      <MoneyRow
        title={`Unused time of the ${planName} Plan, added to your credits`}
        cents={sumCents === null ? creditBackCents : 0 - creditBackCents}
      />
      {creditsCents !== 0 && (
        <MoneyRow title={creditsCents < 0 ? 'Taken from your credit balance' : 'Kept in your credits'} cents={creditsCents} />
      )}
      {dueCents !== null && <MoneyRow title="Left to pay on the final invoice after credits" cents={dueCents} isTotal />}
      {totalCents > 0 && <MoneyRow title={`${owedFromBefore}, due today`} cents={totalCents} />}
    </MoneyTable>
  );
}
