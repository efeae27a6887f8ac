import { Button } from '#ui/Button/Button.tsx';
import { DialogActions } from '#ui/Dialog/Dialog.tsx';
import { Form } from '#ui/Form/Form.tsx';
import { Notice } from '#ui/Notice/Notice.tsx';
import { SidePanel } from '#ui/SidePanel/SidePanel.tsx';
import { uiTexts } from '#ui/texts.ts';
import { FailureNote } from '#billing/shared/page/FailureNote.tsx';
import { useDiscardQuestion } from '#billing/shared/payment/use-discard-question.tsx';
import { type Budget, previewTitle } from './budget-messages.ts';
import { BudgetConflict } from './BudgetConflict.tsx';
import { BudgetFields } from './BudgetFields.tsx';
import { useBudgetForm } from './use-budget-form.ts';
import styles from './Budgets.module.css';

export function BudgetEditor({ budget, onClose }: { budget?: Budget | undefined; onClose: () => void }) {
  const form = useBudgetForm(budget, onClose);
  const { faults, failedAttempts, failure, isChanged, isPending, effects, stored } = form;
  const { close, question } = useDiscardQuestion({ isFilled: () => isChanged, isBusy: isPending, onClose });
  const title = budget ? `Change ${budget.name}` : 'New budget';
  return (
    <SidePanel
      isOpen
      isNarrow
      isDismissable={false}
      onOpenChange={(next) => !next && close()}
      title={title}
      busyMessage={isPending ? 'Please wait' : null}
    >
      <Form
        aria-label={title}
        faultsTitle="Check the budget"
        faults={faults}
        failedAttempts={failedAttempts}
        onSubmit={() => void form.submit()}
      >
        <BudgetFields form={form} />
        {effects && <Effects sentences={effects} stopsNow={form.stopsNow} />}
        {stored && <BudgetConflict form={form} stored={stored} />}
        {failure && <FailureNote {...failure} />}
        <DialogActions>
          <Button type="submit" variant="primary" isPending={isPending} pendingMessage={null}>
            {effects ? 'Save budget' : 'Preview'}
          </Button>
          <Button variant="quiet" onPress={close} unavailableReason={isPending ? uiTexts.busyReason : undefined}>
            Cancel
          </Button>
        </DialogActions>
      </Form>
      {question}
    </SidePanel>
  );
}

function Effects({ sentences, stopsNow }: { sentences: readonly string[]; stopsNow: boolean }) {
  return (
    <Notice title={previewTitle} variant={stopsNow ? 'warning' : 'neutral'}>
      <ul role="list" aria-label={previewTitle} className={styles.sentences}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Notice>
  );
}
