import { useCallback, useState } from 'react';
import { OnDemand, onDemand } from './shared/page/on-demand.tsx';
import { type Panel, panelButtonId } from './shared/page/panel.ts';
import { useOrganization, useSubscription, useSlug } from './shared/data/use-billing-data.ts';
import { usePanel, usePanelSwitch } from './shared/page/use-panel.ts';
import { changeUnderWay } from './shared/change-plan/remembered-change.ts';
import { recordFinishedChange, useFollowUp } from './shared/change-plan/finished-change.ts';

const panelParts = {
  plan: onDemand(async () => (await import('./subscription/PlanPanel.tsx')).PlanPanel),
  spendCap: onDemand(async () => (await import('./cost-control/SpendCapPanel.tsx')).SpendCapPanel),
};

export function fetchPanelParts(): void {
  for (const { load } of Object.values(panelParts)) load().catch(() => undefined);
}

const parts = {
  downgrade: onDemand(async () => (await import('./DowngradeFlow.tsx')).DowngradeFlow),
  survey: onDemand(async () => (await import('./surveys/UpgradeSurvey.tsx')).UpgradeSurvey),
  resume: onDemand(async () => (await import('./subscription/ResumeAfterReload.tsx')).ResumeAfterReload),
  answers: onDemand(async () => (await import('./surveys/PendingAnswers.tsx')).PendingAnswers),
};

const nothingLeft = () => recordFinishedChange(null);
const planButton = () => document.getElementById(panelButtonId('subscriptionPlan'));

function PlanChanges({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const slug = useSlug();
  const { upgrade = null, exit = null } = useFollowUp(slug) ?? {};
  const [wasReloaded, setReloaded] = useState(() => Boolean(changeUnderWay(slug)?.intent));
  const [isLeaving, setLeaving] = useState(false);
  const stay = useCallback(() => setLeaving(false), []);
  const endResume = useCallback(() => setReloaded(false), []);
  return (
    <>
      <OnDemand
        part={panelParts.plan}
        isWanted={isOpen}
        onFailed={onClose}
        props={{
          isOpen,
          onClose,
          onChooseFree: () => setLeaving(true),
        }}
      />
      <OnDemand
        part={parts.downgrade}
        isWanted={isLeaving}
        onFailed={stay}
        props={{ isOpen: isLeaving, onClose: stay, returnFocusTo: planButton }}
      />
      <OnDemand
        part={parts.survey}
        isWanted={upgrade !== null}
        isSilent
        onFailed={nothingLeft}
        props={{
          isOpen: upgrade !== null,
          onClose: nothingLeft,
          prevPlan: upgrade?.from ?? 'free',
          currentPlan: upgrade?.to ?? 'pro',
          returnFocusTo: planButton,
        }}
      />
      {wasReloaded && <OnDemand part={parts.resume} isWanted isSilent onFailed={endResume} props={{ slug }} />}
      {exit && <OnDemand part={parts.answers} isWanted isSilent onFailed={nothingLeft} props={{ answers: exit, onSent: nothingLeft }} />}
    </>
  );
}

/** The panels work before the sections are hydrated. */
export function Panels() {
  const plan = usePanelState('subscriptionPlan');
  const cap = usePanelState('costControl');
  return (
    <>
      <PlanChanges {...plan} />
      <OnDemand part={panelParts.spendCap} isWanted={cap.isOpen} onFailed={cap.onClose} props={cap} />
    </>
  );
}

function usePanelState(panel: Panel): { isOpen: boolean; onClose: () => void } {
  const current = usePanel();
  const { close } = usePanelSwitch();
  const organization = useOrganization();
  const subscription = useSubscription();
  return { isOpen: current === panel && organization.data !== undefined && subscription.kind === 'ready', onClose: close };
}
