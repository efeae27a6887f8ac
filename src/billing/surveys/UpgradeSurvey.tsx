import type { PlanId } from '#contract/types.ts';
import { fillText } from '#lib/texts/fill.ts';
import { surveyTexts as texts, surveyTexts } from '#lib/texts/surveys.ts';
import { CheckboxGroup } from '#ui/CheckboxGroup/CheckboxGroup.tsx';
import { Dialog } from '#ui/Dialog/Dialog.tsx';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import { showHeldToasts, useHeldToasts } from '#billing/shared/change-plan/held-toasts.ts';
import { FailureNote } from '#billing/shared/page/FailureNote.tsx';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { useWrite } from '#billing/shared/data/write.ts';
import { upgradeFeedback } from './feedback.ts';
import type { SurveyValues } from './survey.form.ts';
import { SurveyForm } from './SurveyForm.tsx';

const always = [
  'The limits of my current plan are not enough.',
  'I want better support.',
  'I am migrating from another platform.',
] as const;

const fromFreeToPro = ['I need more compute.', 'I need more features, such as branching, daily backups or a domain of my own.'] as const;

const toTeam = ['I need SOC2 compliance.', 'I need HIPAA compliance.'] as const;

/** Upgrade reasons by old and new plan (specification, section 9). */
export function upgradeReasons(prevPlan: PlanId, currentPlan: PlanId): readonly string[] {
  return [
    ...always,
    ...(prevPlan === 'free' && currentPlan === 'pro' ? fromFreeToPro : []),
    ...(currentPlan === 'team' ? toTeam : []),
    surveyTexts.noneOfTheAbove,
  ];
}

export interface UpgradeSurveyProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly prevPlan: PlanId;
  readonly currentPlan: PlanId;
  readonly returnFocusTo?: () => HTMLElement | null;
}

export function UpgradeSurvey({ isOpen, onClose, prevPlan, currentPlan, returnFocusTo }: UpgradeSurveyProps) {
  const slug = useSlug();
  const { write, isPending, failure, reset } = useWrite('submitUpgradeFeedback', {
    failure: (message) => fillText(texts.upgradeFailed, { message }),
    place: 'alert',
  });
  useHeldToasts(isOpen);
  const close = () => {
    showHeldToasts();
    reset();
    onClose();
  };
  const submit = async (answers: SurveyValues) => {
    const result = await write(upgradeFeedback(slug, { prevPlan, currentPlan, ...answers }));
    if (!result.ok) return;
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
      <p>Your plan has changed. If you have a minute, tell us what led you here.</p>
      <SurveyForm
        renderChoices={(choice) => (
          <CheckboxGroup
            {...choice}
            label="What made you upgrade?"
            description="Select all that apply."
            options={upgradeReasons(prevPlan, currentPlan).map((reason) => ({ value: reason, label: reason }))}
            isRequired
            isReadOnly={isPending}
          />
        )}
        missing={texts.upgradeReasonRequired}
        wordsLabel={() => 'What else should we know?'}
        submitLabel="Submit"
        dismissLabel="Skip"
        onDismiss={close}
        onSubmit={(answers) => void submit(answers)}
        isBusy={isPending}
      >
        {failure && (
          <FailureNote
            message={failure.message}
            error={failure.error}
            hint="Your plan is not affected by this. Your answers are kept. Try again, or skip this."
          />
        )}
      </SurveyForm>
    </Dialog>
  );
}
