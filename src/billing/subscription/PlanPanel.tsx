import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { pricingAddress } from '#lib/addresses.ts';
import { recordEvent } from '#lib/browser/analytics.ts';
import { subscriptionTexts } from '#lib/texts/subscription.ts';
import type { PlanId, Tier } from '#contract/types.ts';
import { SidePanel } from '#ui/SidePanel/SidePanel.tsx';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import { onDemand, OnDemand } from '#billing/shared/page/on-demand.tsx';
import { panelButtonId, panelTitle, panelSourceOf } from '#billing/shared/page/panel.ts';
import { useOrganization, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { proposedTierOf } from '#billing/shared/page/proposed-act.ts';
import { useSearchPart } from '#billing/shared/page/use-panel.ts';
import { PendingChange } from './PendingChange.tsx';
import { PlanViews } from './PlanViews.tsx';
// The code of toasts is loaded with the panel, so that toasts work without a connection.
import '#ui/Toast/ToastList.tsx';

interface PlanPanelProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Called when Free is selected. A separate dialog above the panel then confirms the downgrade. */
  readonly onChooseFree: () => void;
}

const upgradeDialog = onDemand(async () => (await import('./UpgradeDialog.tsx')).UpgradeDialog);

export function PlanPanel({ isOpen, onClose, onChooseFree }: PlanPanelProps) {
  const organization = useOrganization().data;
  useOpeningNote(isOpen);
  const [target, setTarget] = useState<PlanId | null>(null);
  if (!isOpen && target !== null) setTarget(null);
  const closeDialog = useCallback(() => setTarget(null), []);
  useProposedPlan(isOpen, (plan) => (plan === 'free' ? onChooseFree() : setTarget(plan)));
  return (
    <SidePanel
      isOpen={isOpen}
      isInAddress
      isWide
      onOpenChange={onClose}
      title={panelTitle('subscriptionPlan', organization?.name ?? '')}
      shortName={subscriptionTexts.changePlan}
      returnFocusTo={() => document.getElementById(panelButtonId('subscriptionPlan'))}
    >
      <PendingChange />
      <PlanViews
        pricing={
          <TextLink href={pricingAddress} opensInNewTab>
            Pricing
          </TextLink>
        }
        onChoose={(plan) => (plan === 'free' ? onChooseFree() : setTarget(plan))}
      />
      <OnDemand
        key={target}
        part={upgradeDialog}
        isWanted={isOpen && target !== null}
        onFailed={closeDialog}
        props={{
          target: target ?? 'pro',
          onClose: closeDialog,
          onChanged: () => {
            closeDialog();
            onClose();
            requestAnimationFrame(() => window.scrollTo(0, 0));
          },
        }}
      />
    </SidePanel>
  );
}

const planOfProposal: Readonly<Partial<Record<Tier, PlanId>>> = { tier_free: 'free', tier_payg: 'pro', tier_team: 'team' };

/** Selects the plan that the URL proposes, once per opening of the panel. */
function useProposedPlan(isOpen: boolean, choose: (plan: PlanId) => void): void {
  const tier = useSearchPart(proposedTierOf);
  const plan = tier === null ? undefined : planOfProposal[tier];
  const start = useEffectEvent((chosen: PlanId) => choose(chosen));
  useEffect(() => {
    if (isOpen && plan !== undefined) start(plan);
  }, [isOpen, plan]);
}

/** Records each opening of the plan panel with its source in the URL, or with `page` if the URL has no source. */
function useOpeningNote(isOpen: boolean): void {
  const slug = useSlug();
  const origin = useSearchPart(panelSourceOf) ?? 'page';
  useEffect(() => {
    if (isOpen) recordEvent({ name: 'plan_panel_opened', organization: slug, origin });
  }, [isOpen, origin, slug]);
}
