import { useCallback, useState } from 'react';
import { panelParts } from './panel-parts.ts';
import { changeUnderWay } from './shared/change-plan/change-under-way.ts';
import { noteFinished, useFollowUp } from './shared/change-plan/finished-change.ts';
import { OnDemand, onDemand } from './shared/on-demand.tsx';
import { panelButtonId } from './shared/panel.ts';
import { useSlug } from './shared/use-organization.ts';

const parts = {
  downgrade: onDemand(async () => (await import('./DowngradeFlow.tsx')).DowngradeFlow),
  survey: onDemand(async () => (await import('./surveys/UpgradeSurvey.tsx')).UpgradeSurvey),
  late: onDemand(async () => (await import('./subscription/LateFinish.tsx')).LateFinish),
  answers: onDemand(async () => (await import('./surveys/LateAnswers.tsx')).LateAnswers),
};

const nothingLeft = () => noteFinished(null);
const planButton = () => document.getElementById(panelButtonId('subscriptionPlan'));

/** The plan panel with what follows a choice in it: the way down to Free, and the survey after an upgrade, wherever it was finished. */
export function PlanChanges({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const slug = useSlug();
  const { upgrade = null, exit = null } = useFollowUp(slug) ?? {};
  /** A change that was paid for on the page before this one, and not told of. */
  const [isLate, setLate] = useState(() => Boolean(changeUnderWay(slug)?.intent));
  const [isLeaving, setLeaving] = useState(false);
  const stay = useCallback(() => setLeaving(false), []);
  const notLate = useCallback(() => setLate(false), []);
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
        isUnasked
        onFailed={nothingLeft}
        props={{
          isOpen: upgrade !== null,
          onClose: nothingLeft,
          prevPlan: upgrade?.from ?? 'free',
          currentPlan: upgrade?.to ?? 'pro',
          returnFocusTo: planButton,
        }}
      />
      {isLate && <OnDemand part={parts.late} isWanted isUnasked onFailed={notLate} props={{ slug }} />}
      {exit && <OnDemand part={parts.answers} isWanted isUnasked onFailed={nothingLeft} props={{ answers: exit, onSent: nothingLeft }} />}
    </>
  );
}
