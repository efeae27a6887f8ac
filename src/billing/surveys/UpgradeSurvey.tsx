import { useState } from 'react';
import type { PlanId } from '#contract/types.ts';
import { fill } from '#lib/texts/fill.ts';
import { surveyTexts as texts } from '#lib/texts/surveys.ts';
import { CheckboxGroup } from '#ui/CheckboxGroup/CheckboxGroup.tsx';
import { Dialog } from '#ui/Dialog/Dialog.tsx';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import { FailureNote } from '#billing/shared/FailureNote.tsx';
import { useSlug } from '#billing/shared/use-organization.ts';
import { useWrite } from '#billing/shared/write.ts';
import { upgradeFeedback } from './feedback.ts';
import { SurveyForm } from './SurveyForm.tsx';
import { upgradeReasons } from './upgrade-reasons.ts';

export interface UpgradeSurveyProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The plan that was left, and the one that the organization is on now. */
  readonly prevPlan: PlanId;
  readonly currentPlan: PlanId;
  readonly returnFocusTo?: () => HTMLElement | null;
}

/** Asks, after an upgrade, what led to it. Nobody has to answer. */
export function UpgradeSurvey({ isOpen, onClose, prevPlan, currentPlan, returnFocusTo }: UpgradeSurveyProps) {
  const slug = useSlug();
  const [reasons, setReasons] = useState<string[]>([]);
  const { write, isPending, failure, reset } = useWrite('submitUpgradeFeedback', {
    failure: (message) => fill(texts.upgradeFailed, { message }),
    place: 'alert',
  });
  const close = () => {
    setReasons([]);
    reset();
    onClose();
  };
  const submit = async (words: string) => {
    if ((await write(upgradeFeedback(slug, { prevPlan, currentPlan, reasons, words }))) === null) return;
    toast({ message: 'Thank you for your answers', severity: 'success', durationMs: toastDurations.short });
    close();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={close}
      title={texts.upgradeTitle}
      busyMessage={isPending ? 'Sending your answers...' : null}
      isDismissable={false}
      {...(returnFocusTo && { returnFocusTo })}
    >
      <p>Your plan is changed already. If you have a minute, tell us what led you here.</p>
      <SurveyForm
        renderChoices={(choice) => (
          <CheckboxGroup
            {...choice}
            label="What made you upgrade?"
            description="Choose as many as fit."
            options={upgradeReasons(prevPlan, currentPlan).map((reason) => ({ value: reason, label: reason }))}
            value={reasons}
            onChange={setReasons}
            isRequired
            isReadOnly={isPending}
          />
        )}
        missing={reasons.length === 0 ? texts.upgradeReasonRequired : undefined}
        wordsLabel="What else should we know?"
        submitLabel="Submit"
        dismissLabel="Skip"
        onDismiss={close}
        onSubmit={(words) => void submit(words)}
        isBusy={isPending}
      >
        {failure && (
          <FailureNote
            message={failure.message}
            error={failure.error}
            hint="Your plan is not affected by this. Your answers are still here: try again, or skip this."
          />
        )}
      </SurveyForm>
    </Dialog>
  );
}
