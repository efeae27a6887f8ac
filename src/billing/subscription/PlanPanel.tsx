import { useCallback, useState } from 'react';
import { pricingAddress } from '#lib/help-addresses.ts';
import type { PlanId } from '#contract/types.ts';
import { SidePanel } from '#ui/SidePanel/SidePanel.tsx';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import { onDemand, OnDemand } from '#billing/shared/on-demand.tsx';
import { panelButtonId, panelTitle } from '#billing/shared/panel.ts';
import { useOrganization } from '#billing/shared/use-organization.ts';
import type { PlanPanelProps } from './plan-panel-props.ts';
import { PendingChange } from './PendingChange.tsx';
import { PlanViews } from './PlanViews.tsx';
import { useOpeningNote } from './use-opening-note.ts';
// What goes wrong without a connection must be told without one.
import '#ui/Toast/ToastList.tsx';

const upgradeDialog = onDemand(async () => (await import('./UpgradeDialog.tsx')).UpgradeDialog);

/** The plans to choose from, and the dialog in which a paid one is agreed to. */
export function PlanPanel({ isOpen, onClose, onChooseFree }: PlanPanelProps) {
  const organization = useOrganization().data;
  useOpeningNote(isOpen);
  const [target, setTarget] = useState<PlanId | null>(null);
  // Whatever closes the panel closes what was chosen in it.
  if (!isOpen && target !== null) setTarget(null);
  const closeDialog = useCallback(() => setTarget(null), []);
  return (
    <SidePanel
      isOpen={isOpen}
      isInAddress
      onOpenChange={onClose}
      title={panelTitle('subscriptionPlan', organization?.name ?? '')}
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
