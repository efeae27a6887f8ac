import { useCallback, useState } from 'react';
import { pageTexts } from '#lib/texts/page.ts';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import { noteFinished, useFinishedUpgrade } from './shared/change-plan/finished-upgrade.ts';
import { OnDemand, onDemand } from './shared/on-demand.tsx';
import { panelButtonId } from './shared/panel.ts';

const parts = {
  panel: onDemand(async () => (await import('./subscription/PlanPanel.tsx')).PlanPanel),
  downgrade: onDemand(async () => (await import('./DowngradeFlow.tsx')).DowngradeFlow),
  survey: onDemand(async () => (await import('./surveys/UpgradeSurvey.tsx')).UpgradeSurvey),
};

const partFailed = () => toast({ message: pageTexts.partFailed, severity: 'error', durationMs: toastDurations.long });
const noSurvey = () => noteFinished(null);
const planButton = () => document.getElementById(panelButtonId('subscriptionPlan'));

/** The plan panel with what follows a choice in it: the way down to Free, and the survey after an upgrade, wherever it was finished. */
export function PlanChanges({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const upgrade = useFinishedUpgrade();
  const fail = useCallback(() => {
    partFailed();
    onClose();
  }, [onClose]);
  const [isLeaving, setLeaving] = useState(false);
  const stay = useCallback(() => setLeaving(false), []);
  const failLeaving = useCallback(() => {
    partFailed();
    stay();
  }, [stay]);
  return (
    <>
      <OnDemand
        part={parts.panel}
        isWanted={isOpen}
        onFailed={fail}
        props={{
          isOpen,
          onClose,
          onChooseFree: () => setLeaving(true),
        }}
      />
      <OnDemand
        part={parts.downgrade}
        isWanted={isLeaving}
        onFailed={failLeaving}
        props={{ isOpen: isLeaving, onClose: stay, returnFocusTo: planButton }}
      />
      <OnDemand
        part={parts.survey}
        isWanted={upgrade !== null}
        onFailed={noSurvey}
        props={{
          isOpen: upgrade !== null,
          onClose: noSurvey,
          prevPlan: upgrade?.from ?? 'free',
          currentPlan: upgrade?.to ?? 'pro',
          returnFocusTo: planButton,
        }}
      />
    </>
  );
}
