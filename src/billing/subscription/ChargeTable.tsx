import { owedFromBefore } from '#lib/charge.ts';
import { formatCents } from '#lib/money.ts';
import { fillText } from '#lib/texts/fill.ts';
import { invoicesTexts } from '#lib/texts/invoices.ts';
import { planChangeTexts as texts } from '#lib/texts/plan-change.ts';
import { MoneyRow, MoneyTable } from '#billing/shared/invoice-lines/MoneyTable.tsx';
import type { ChargeSummary, InvoicedOn, SummaryLine } from '#billing/shared/change-plan/charge-summary.ts';
import styles from '#billing/shared/change-plan/ChangePlan.module.css';

export interface ChargeTableProps {
  summary: ChargeSummary;
  plan: string;
  currentPlan: string;
}

export function ChargeTable({ summary, plan, currentPlan }: ChargeTableProps) {
  const { lines, totalCents, carriedCents, creditBackCents, isEstimate, usageSoFar, creditNote, disputedCents } = summary;
  return (
    <div className={styles.block}>
      <MoneyTable caption={isEstimate ? 'Estimated charge' : 'Charge today'}>
        {lines.map(({ id, cents }) => (
          <MoneyRow key={id} title={lineName(id, plan, currentPlan)} cents={cents} />
        ))}
        {carriedCents > 0 && <MoneyRow title={invoicesTexts.carried} cents={0 - carriedCents} />}
        <MoneyRow title="Charge today" cents={totalCents} isTotal />
      </MoneyTable>
      {carriedCents > 0 && <p>{fillText(texts.tooSmall, { amount: formatCents(carriedCents) })}</p>}
      {creditBackCents > 0 && (
        <p>{`The rest of the unused time, ${formatCents(creditBackCents)}, is added to your credits. It pays your next invoices.`}</p>
      )}
      {disputedCents > 0 && <p>{fillText(texts.disputedTime, { amount: formatCents(disputedCents) })}</p>}
      {creditNote && (
        <>
          <MoneyTable caption={texts.creditNote}>
            <MoneyRow
              title={fillText(texts.unpaidTime, { plan: currentPlan, number: creditNote.invoiceNumber })}
              cents={0 - creditNote.cents}
            />
          </MoneyTable>
          <p className={styles.small}>{texts.creditNoteAbout}</p>
        </>
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
  next_invoice: 'Billed separately on your next invoice, at the rates of the plan it was used under',
  final_invoice: 'Billed separately on a final invoice today',
  invoice_now: 'Billed separately on an invoice today',
};

function usageWords({ cents, invoicedOn, dueCents, carriedCents }: NonNullable<ChargeSummary['usageSoFar']>): string {
  const words = `Usage so far: ${formatCents(cents)}. ${places[invoicedOn]}`;
  if (dueCents === null) return `${words}.`;
  const due = `${words}; ${formatCents(dueCents)} due after credits.`;
  return carriedCents > 0 ? `${due} ${fillText(texts.tooSmall, { amount: formatCents(carriedCents) })}` : due;
}
