import { owedFromBefore } from '#lib/charge.ts';
import { formatCents } from '#lib/money.ts';
import { MoneyRow, MoneyTable } from '#billing/shared/MoneyTable.tsx';
import type { ChargeSummary, InvoicedOn, SummaryLine } from './charge-summary.ts';
import styles from './ChangePlan.module.css';

export interface ChargeTableProps {
  summary: ChargeSummary;
  /** Names of the new plan and of the one that is left. */
  plan: string;
  currentPlan: string;
}

/** What is charged today, line by line, with the usage so far apart from it. */
export function ChargeTable({ summary, plan, currentPlan }: ChargeTableProps) {
  const { lines, totalCents, creditBackCents, isEstimate, usageSoFar } = summary;
  return (
    <div className={styles.block}>
      <MoneyTable caption={isEstimate ? 'Charge today, estimated' : 'Charge today'}>
        {lines.map(({ id, cents }) => (
          <MoneyRow key={id} title={lineName(id, plan, currentPlan)} cents={cents} />
        ))}
        <MoneyRow title="Charge today" cents={totalCents} isTotal />
      </MoneyTable>
      {creditBackCents > 0 && (
        <p>{`The rest of the unused time, ${formatCents(creditBackCents)}, is added to your credits. It pays your next invoices.`}</p>
      )}
      {usageSoFar && <p className={styles.small}>{usageWords(usageSoFar)}</p>}
    </div>
  );
}

function lineName(id: SummaryLine['id'], plan: string, currentPlan: string): string {
  const names: Record<SummaryLine['id'], string> = {
    plan: `${plan} Plan, one month from today`,
    unused: `Unused time on the ${currentPlan} Plan`,
    credits: 'Credits used',
    debt: owedFromBefore,
    tax: 'Tax',
  };
  return names[id];
}

const places: Record<InvoicedOn, string> = {
  next_invoice: 'is billed once, on your next invoice, at the rates of the plan it was used under',
  final_invoice: 'is billed once, on a final invoice today',
  invoice_now: 'is invoiced now',
};

function usageWords({ cents, invoicedOn, dueCents }: NonNullable<ChargeSummary['usageSoFar']>): string {
  const words = `Usage so far: ${formatCents(cents)}. It is not part of the charge of today: it ${places[invoicedOn]}`;
  return dueCents === null ? `${words}.` : `${words}, of which ${formatCents(dueCents)} is to be paid after credits.`;
}
