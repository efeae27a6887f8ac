import { fill } from '#lib/texts/fill.ts';
import { planChangeTexts as texts } from '#lib/texts/plan-change.ts';
import { SidePanel } from '#ui/SidePanel/SidePanel.tsx';
import { panelButtonId } from '#billing/shared/panel.ts';
import { useOrganization } from '#billing/shared/use-organization.ts';

/** The plans to choose from. */
export function PlanPanel({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const organization = useOrganization().data;
  return (
    <SidePanel
      isOpen={isOpen}
      onOpenChange={onClose}
      title={fill(texts.panelTitle, { organization: organization?.name ?? '' })}
      returnFocusTo={() => document.getElementById(panelButtonId('subscriptionPlan'))}
    >
      {null}
    </SidePanel>
  );
}
