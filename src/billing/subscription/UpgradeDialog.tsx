import { useRef, useState } from 'react';
import type { PlanId } from '#contract/types.ts';
import { formatDate } from '#lib/dates/format.ts';
import { fill } from '#lib/texts/fill.ts';
import { planChangeTexts as texts } from '#lib/texts/plan-change.ts';
import { Button } from '#ui/Button/Button.tsx';
import { Dialog, DialogActions } from '#ui/Dialog/Dialog.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
import { confirmWords } from '#billing/shared/change-plan/charge-summary.ts';
import { changeDirection, planOf, tierFor } from '#billing/shared/change-plan/plan-metadata.ts';
import { ProblemNote } from '#billing/shared/change-plan/ProblemNote.tsx';
import { usePreview } from '#billing/shared/change-plan/use-preview.ts';
import { checkAgainLabel } from '#billing/shared/payment/AttemptNote.tsx';
import type { CardHandle } from '#billing/shared/payment/card-answer.ts';
import { useOrganization, useSlug } from '#billing/shared/use-organization.ts';
import { continueLabel, MainButton, type MainAction } from './MainButton.tsx';
import { PaymentChoice } from './PaymentChoice.tsx';
import { ProcessingNote } from './ProcessingNote.tsx';
import { UpgradeDetails } from './UpgradeDetails.tsx';
import { onItsWay } from './upgrade-step.ts';
import { useChargeSummary } from './use-charge-summary.ts';
import { usePayer } from './use-payer.ts';
import { useUpgrade } from './use-upgrade.ts';

export interface UpgradeDialogProps {
  readonly target: PlanId;
  readonly onClose: () => void;
  /** The change went through. */
  readonly onChanged: () => void;
}

/** What a paid plan gives and costs, how it is paid, and the button that says the amount. */
export function UpgradeDialog({ target, onClose, onChanged }: UpgradeDialogProps) {
  const slug = useSlug();
  const organization = useOrganization().data;
  // The plan that is left: it stays so while the page behind learns of the change.
  const [from] = useState<PlanId>(organization?.plan.id ?? 'free');
  const card = useRef<CardHandle>(null);
  const preview = usePreview(slug, tierFor(from, target), true);
  const summary = useChargeSummary(preview, from, target);
  const totalCents = summary?.totalCents ?? 0;
  const payer = usePayer(totalCents, changeDirection(from, target));
  const upgrade = useUpgrade({ slug, from, target, preview, totalCents, card: payer === 'card' ? card : null, onChanged });
  const { step } = upgrade;
  const isBusy = step.kind === 'busy';
  const processing = onItsWay(step);
  const close = () => {
    if (step.kind !== 'open' || step.problem !== null) void upgrade.leave();
    onClose();
  };
  const action = fill(changeDirection(from, target) === 'downgrade' ? texts.downgradeTo : texts.upgradeTo, { plan: planOf(target).name });
  const effectiveAt = preview.kind === 'ready' ? (preview.preview.effective_at ?? null) : null;
  const main = (): MainAction | null => {
    if (step.kind === 'processing') return { label: checkAgainLabel, run: () => upgrade.checkPayment(step.secret) };
    const problem = step.kind === 'open' ? step.problem : null;
    if (problem?.kind === 'unknown') return { label: checkAgainLabel, run: upgrade.checkAgain };
    if (problem?.kind === 'left_open') return { label: continueLabel, run: () => upgrade.continuePayment(problem.secret) };
    if (preview.kind !== 'ready') return null;
    const day = effectiveAt === null ? null : formatDate(effectiveAt);
    return { label: confirmWords(action, summary, payer === 'invoice' ? 'invoice' : 'card', day), run: upgrade.confirm };
  };
  return (
    <Dialog
      isOpen
      onOpenChange={close}
      title={action}
      busyMessage={isBusy ? step.message : null}
      isSteppedAside={upgrade.isSteppedAside}
      isDismissable={false}
    >
      {processing !== null ? (
        <ProcessingNote message={processing} />
      ) : (
        <>
          <UpgradeDetails {...{ preview, summary, from, target }} />
          {preview.kind === 'ready' && (
            <PaymentChoice ref={card} amountCents={totalCents} payer={payer} isReadOnly={isBusy} onEscape={close} />
          )}
        </>
      )}
      {step.kind === 'open' && step.problem && <ProblemNote problem={step.problem} />}
      <DialogActions>
        <MainButton action={main()} isBusy={isBusy} />
        <Button variant="quiet" onPress={close} unavailableReason={isBusy ? uiTexts.busyReason : undefined}>
          {processing === null ? 'Cancel' : 'Close'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
