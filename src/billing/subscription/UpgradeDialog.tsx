import { useRef, useState, type Ref } from 'react';
import type { PlanId } from '#contract/types.ts';
import { formatDate } from '#lib/dates/format.ts';
import { planNames } from '#lib/plan-names.ts';
import { fillText } from '#lib/texts/fill.ts';
import { planChangeTexts as texts } from '#lib/texts/plan-change.ts';
import { DialogBoundary } from '#ui/Dialog/DialogBoundary.tsx';
import { Notice } from '#ui/Notice/Notice.tsx';
import { confirmWords } from '#billing/shared/change-plan/charge-summary.ts';
import { changeDirection, tierFor } from '#billing/shared/change-plan/plan-tiers.ts';
import { useFinishChange } from '#billing/shared/change-plan/use-finish-change.ts';
import { usePreview } from '#billing/shared/change-plan/use-preview.ts';
import type { CardHandle } from '#billing/shared/payment/card-answer.ts';
import { useOrganization, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { CardChoice } from '#billing/shared/payment/CardChoice.tsx';
import { UpgradeDetails } from './UpgradeDetails.tsx';
import { useChargeSummary, usePayer, type Payer } from './use-payer.ts';
import { UpgradeForm, type UpgradeFormHandle } from './UpgradeForm.tsx';
import { useResumeAfterReload } from './use-resume-after-reload.ts';

export interface UpgradeDialogProps {
  readonly target: PlanId;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

export function UpgradeDialog(props: UpgradeDialogProps) {
  const { target, onClose } = props;
  const organization = useOrganization().data;
  // Plan before the change. It is stored, because the page behind the dialog updates during the change.
  const [from] = useState<PlanId>(organization?.plan.id ?? 'free');
  const direction = changeDirection(from, target);
  const action = fillText(direction === 'downgrade' ? texts.downgradeTo : texts.upgradeTo, { plan: planNames[target] });
  return (
    <DialogBoundary title={action} onClose={onClose}>
      <OpenUpgrade {...props} {...{ from, direction, action }} />
    </DialogBoundary>
  );
}

interface OpenUpgradeProps extends UpgradeDialogProps {
  readonly from: PlanId;
  readonly direction: ReturnType<typeof changeDirection>;
  readonly action: string;
}

function OpenUpgrade({ target, onClose, onChanged, from, direction, action }: OpenUpgradeProps) {
  const slug = useSlug();
  const card = useRef<CardHandle>(null);
  const form = useRef<UpgradeFormHandle>(null);
  const tier = tierFor(from, target);
  const finish = useFinishChange(slug);
  const leave = useResumeAfterReload(slug);
  const preview = usePreview(slug, tier, true);
  const summary = useChargeSummary(preview, from, target);
  const totalCents = summary?.totalCents ?? 0;
  const creditCents = summary?.creditBackCents ?? 0;
  const payer = usePayer(totalCents, direction);
  const effectiveAt = preview.kind === 'ready' ? (preview.preview.effective_at ?? null) : null;
  const day = effectiveAt === null ? null : formatDate(effectiveAt);
  const details = (
    <>
      <UpgradeDetails {...{ preview, summary, from, target }} />
      {preview.kind === 'ready' && (
        <PaymentChoice ref={card} amountCents={totalCents} payer={payer} onEscape={() => form.current?.close()} />
      )}
    </>
  );
  return (
    <UpgradeForm
      ref={form}
      title={action}
      confirmLabel={preview.kind === 'ready' ? confirmWords(action, summary, payer === 'invoice' ? 'invoice' : 'card', day) : null}
      details={details}
      upgrade={{ slug, from, tier, effectiveAt, preview, totalCents, creditCents, card: payer === 'card' ? card : null, finish, onChanged }}
      onLeave={leave}
      onClose={onClose}
    />
  );
}

interface PaymentChoiceProps {
  ref: Ref<CardHandle>;
  amountCents: number;
  payer: Payer;
  onEscape: () => void;
}

function PaymentChoice({ payer, ...card }: PaymentChoiceProps) {
  switch (payer) {
    case 'card':
      return <CardChoice {...card} />;
    case 'invoice':
      return <Notice>Your organization pays by invoice. Today's charge is invoiced; no card is needed.</Notice>;
    case 'partner':
      return <Notice>Your organization is billed through its partner. No card is needed.</Notice>;
    case 'none':
      return null;
  }
}
