import type { BillingPartner } from '#contract/types.ts';
import { invoicesTexts } from '#lib/texts/invoices.ts';
import { planChangeTexts as texts } from '#lib/texts/plan-change.ts';
import { owedFromBefore } from '#lib/charge.ts';
import { formatCents } from '#lib/money.ts';
import { fillText } from '#lib/texts/fill.ts';
import { formatDate } from '#lib/dates/format.ts';
import { partnerNames } from '#lib/managed-by.ts';
import { AlertDialog } from '#ui/AlertDialog/AlertDialog.tsx';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { Notice } from '#ui/Notice/Notice.tsx';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import type { ChargeSummary } from '#billing/shared/change-plan/charge-summary.ts';
import { MoneyRow, MoneyTable } from '#billing/shared/invoice-lines/MoneyTable.tsx';
import { Losses } from './Losses.tsx';
import type { DowngradeFacts } from './use-downgrade-facts.ts';

export interface DowngradeDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  readonly planName: string;
  readonly facts: DowngradeFacts;
  readonly returnFocusTo?: () => HTMLElement | null;
}

export const downgradeTitle = 'Downgrade to the Free Plan?';

export function DowngradeDialog({ isOpen, onClose, onConfirm, planName, facts, returnFocusTo }: DowngradeDialogProps) {
  const { preview } = facts;
  return (
    <AlertDialog
      isOpen={isOpen}
      onOpenChange={onClose}
      title={downgradeTitle}
      description={`${timingWords(facts.partner, facts.effectiveAt)} Projects over the limits of the Free Plan may stop answering or become read-only. A project that is not used for a week is paused.`}
      actionLabel="Continue to downgrade"
      cancelLabel={`Keep the ${planName} Plan`}
      variant="danger"
      onAction={onConfirm}
      unavailableReason={whyNotNow(facts)}
      {...(returnFocusTo && { returnFocusTo })}
    >
      {preview.kind === 'loading' && <LoadingSheet lines={3} />}
      {preview.kind === 'refused' && (
        <Notice variant="negative" title={texts.previewFailed}>
          {preview.message}
        </Notice>
      )}
      {preview.kind === 'failed' && <ReadFailure subject="what the change costs" title={texts.previewFailed} failed={preview} />}
      {preview.kind === 'ready' && (
        <>
          {facts.charge && smallSums(facts.charge) > 0 && (
            <p>{fillText(texts.tooSmall, { amount: formatCents(smallSums(facts.charge)) })}</p>
          )}
          {facts.charge && <DowngradeMoney charge={facts.charge} planName={planName} />}
          <Losses facts={facts} />
        </>
      )}
    </AlertDialog>
  );
}

function whyNotNow({ preview, membersInTheWay }: DowngradeFacts): string | undefined {
  switch (preview.kind) {
    case 'loading':
      return 'Loading what this downgrade changes...';
    case 'refused':
      return preview.message;
    case 'failed':
      return "We couldn't load what this downgrade changes. Retry first.";
    case 'ready':
      return membersInTheWay === undefined ? "We're still checking the project limits of your members." : undefined;
  }
}

/** Sum of two amounts that are below the minimum charge, in cents: one from the plan change, and one from the final invoice. */
const smallSums = ({ carriedCents, usageSoFar }: ChargeSummary): number => carriedCents + (usageSoFar?.carriedCents ?? 0);

export function DowngradeMoney({ charge, planName }: { charge: ChargeSummary; planName: string }) {
  const { creditBackCents, totalCents, usageSoFar, creditNote, disputedCents } = charge;
  const dueCents = usageSoFar?.dueCents ?? null;
  const carriedCents = usageSoFar?.carriedCents ?? 0;
  // Usage minus the returned credit, in cents. If the amount due differs from this sum, the difference comes from other credits.
  const sumCents = usageSoFar && dueCents !== null ? usageSoFar.cents - creditBackCents : null;
  const creditsCents = sumCents === null || dueCents === null ? 0 : dueCents + carriedCents - sumCents;
  const keptOrOwed = dueCents === null || dueCents + carriedCents === 0 ? 'Kept in your credits' : owedFromBefore;
  return (
    <>
      <MoneyTable caption="Credits and amount due">
        {usageSoFar && <MoneyRow title="Usage so far, on a final invoice" cents={usageSoFar.cents} />}
        <MoneyRow
          title={`Unused time of the ${planName} Plan, added to your credits`}
          cents={sumCents === null ? creditBackCents : 0 - creditBackCents}
        />
        {creditsCents !== 0 && (
          <MoneyRow title={creditsCents < 0 ? 'Deducted from your credit balance' : keptOrOwed} cents={creditsCents} />
        )}
        {carriedCents > 0 && <MoneyRow title={invoicesTexts.carried} cents={0 - carriedCents} />}
        {dueCents !== null && <MoneyRow title="Due on the final invoice after credits" cents={dueCents} isTotal />}
        {totalCents > 0 && <MoneyRow title={`${owedFromBefore}, due today`} cents={totalCents} />}
      </MoneyTable>
      {disputedCents > 0 && <p>{fillText(texts.disputedTime, { amount: formatCents(disputedCents) })}</p>}
      {creditNote && (
        <MoneyTable caption={texts.creditNote}>
          <MoneyRow title={fillText(texts.unpaidTime, { plan: planName, number: creditNote.invoiceNumber })} cents={0 - creditNote.cents} />
        </MoneyTable>
      )}
    </>
  );
}

/** Says when the change takes effect. `effectiveAt` is in Unix seconds; null for an immediate change. */
export function timingWords(partner: BillingPartner | null, effectiveAt: number | null): string {
  const when =
    effectiveAt === null
      ? 'The change happens as soon as you have confirmed it.'
      : `The change takes effect at the end of the billing cycle, on ${formatDate(effectiveAt)}. Until then nothing changes.`;
  if (partner === null) return when;
  const through = `This organization is billed through ${partnerNames[partner]}`;
  return partner === 'aws_marketplace' ? `${when} ${through}: the cost is deducted from the credit balance.` : `${when} ${through}.`;
}
