import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Subscription } from '#contract/types.ts';
import { fillText } from '#lib/texts/fill.ts';
import { planChangeTexts as texts } from '#lib/texts/plan-change.ts';
import { DialogBoundary } from '#ui/Dialog/DialogBoundary.tsx';
import { DowngradeDialog, downgradeTitle } from './downgrade/DowngradeDialog.tsx';
import { MembersWarning } from './downgrade/MembersWarning.tsx';
import { ScheduledDowngrade } from './downgrade/ScheduledDowngrade.tsx';
import { useDowngradeFacts } from './downgrade/use-downgrade-facts.ts';
import { dueOf, useDowngrade } from './downgrade/use-downgrade.ts';
import { UnmadeChangeNote } from './shared/change-plan/UnmadeChangeNote.tsx';
import { FailureNote } from './shared/page/FailureNote.tsx';
import { refreshReads } from './shared/data/refresh.ts';
import { useSlug, useSubscription } from './shared/data/use-billing-data.ts';
import { usePanelSwitch } from './shared/page/use-panel.ts';
import { ExitIntro } from './surveys/ExitIntro.tsx';
import { ExitSurvey } from './surveys/ExitSurvey.tsx';
import type { ExitAnswers } from './surveys/feedback.ts';
import { useExitSurvey } from './surveys/use-exit-survey.ts';

export interface DowngradeFlowProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly returnFocusTo?: () => HTMLElement | null;
}

/** After the confirmation, shows a warning if members block the downgrade. Otherwise shows the exit survey, which submits the downgrade. */
export function DowngradeFlow({ isOpen, ...props }: DowngradeFlowProps) {
  const subscription = useSubscription();
  // Subscription when the flow opened. It is kept, because the downgrade changes the loaded subscription.
  const [kept, setKept] = useState<Subscription | null>(null);
  if (!isOpen && kept !== null) setKept(null);
  if (isOpen && kept === null && subscription.kind === 'ready') setKept(subscription.data);
  if (!isOpen || kept === null) return null;
  const scheduled = kept.scheduled_plan_change;
  if (scheduled?.target_plan.id === 'free') return <ScheduledDowngrade {...props} isOpen planName={kept.plan.name} at={scheduled.at} />;
  return (
    <DialogBoundary title={downgradeTitle} onClose={props.onClose}>
      <OpenFlow {...props} subscription={kept} />
    </DialogBoundary>
  );
}

type Step = 'confirm' | 'members' | 'survey';

function OpenFlow({ subscription, onClose, returnFocusTo }: Omit<DowngradeFlowProps, 'isOpen'> & { subscription: Subscription }) {
  // Element that opened the flow. Every step returns the focus to this element, because the previous step is unmounted.
  const [opener] = useState(() => document.activeElement);
  const focus = {
    returnFocusTo: () => (opener instanceof HTMLElement && opener.isConnected ? opener : (returnFocusTo?.() ?? null)),
  };
  const [step, setStep] = useState<Step>('confirm');
  const facts = useDowngradeFacts(subscription);
  const downgrade = useDowngrade(subscription.plan.id, facts);
  const survey = useExitSurvey();
  const panel = usePanelSwitch();
  const slug = useSlug();
  const client = useQueryClient();
  const planName = subscription.plan.name;
  const members = facts.membersInTheWay ?? [];

  const end = (isDone: boolean) => {
    onClose();
    if (!isDone) return;
    // If sending the survey failed, the earlier reload of the subscription may have failed too, so the subscription is reloaded again.
    if (survey.failure) void refreshReads(client, slug, 'subscription');
    panel.close();
    requestAnimationFrame(() => window.scrollTo(0, 0));
  };
  const submit = async (answers: ExitAnswers) => {
    if ((await downgrade.run(answers)) && (await survey.send(answers))) end(true);
  };

  return (
    <>
      <DowngradeDialog
        {...focus}
        isOpen={step === 'confirm'}
        onClose={onClose}
        onConfirm={() => setStep(members.length > 0 ? 'members' : 'survey')}
        planName={planName}
        facts={facts}
      />
      <MembersWarning {...focus} isOpen={step === 'members'} onClose={onClose} members={members} />
      <ExitSurvey
        {...focus}
        isOpen={step === 'survey'}
        onClose={() => end(downgrade.isDone)}
        onSubmit={(answers) => void submit(answers)}
        busyMessage={downgrade.isBusy ? 'Downgrading to the Free Plan...' : survey.isPending ? 'Sending your answers...' : null}
        submitLabel={downgrade.isDone ? 'Send answers again' : 'Confirm downgrade'}
        submitVariant={downgrade.isDone ? 'primary' : 'danger'}
        dismissLabel={downgrade.isDone ? 'Close' : `Keep the ${planName} Plan`}
        intro={
          <>
            <ExitIntro isDone={downgrade.isDone} effectiveAt={facts.effectiveAt} />
            {downgrade.captchaElement}
          </>
        }
        failure={
          survey.failure ? (
            <FailureNote
              message={survey.failure.message}
              error={survey.failure.error}
              hint="Your plan is not affected by this. Your answers are kept. Send them again, or close this."
            />
          ) : (
            downgrade.problem && (
              <UnmadeChangeNote
                problem={downgrade.problem}
                nowCents={dueOf(facts)}
                whereDue=", on the final invoice and after credits"
                failure={(message) => fillText(texts.downgradeFailed, { message })}
              />
            )
          )
        }
      />
    </>
  );
}
