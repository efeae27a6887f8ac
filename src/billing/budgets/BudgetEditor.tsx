import { useEffect } from 'react';
import { Button } from '#ui/Button/Button.tsx';
import { Form } from '#ui/Form/Form.tsx';
import { Notice } from '#ui/Notice/Notice.tsx';
import { FailureNote } from '#billing/shared/page/FailureNote.tsx';
import { LeaveGuard } from '#billing/shared/page/LeaveGuard.tsx';
import { useNowSeconds } from '#billing/shared/page/now.ts';
import { type Budget, type Preview, previewWords } from './budget-messages.ts';
import { BudgetConflict } from './BudgetConflict.tsx';
import { BudgetFields } from './BudgetFields.tsx';
import { useBudgetForm } from './use-budget-form.ts';
import styles from './Budgets.module.css';

/** Form that adds or changes a budget. Its effects are shown before it can be saved. */
export function BudgetEditor({ budget, onClose }: { budget?: Budget | undefined; onClose: () => void }) {
  const form = useBudgetForm(budget, onClose);
  useEffect(() => document.getElementById('budget-name')?.focus(), []);
  const { faults, failedAttempts, failure, isChanged, isPending, preview, stored } = form;
  return (
    <>
      <Form
        aria-label={budget ? `Change ${budget.name}` : 'New budget'}
        faultsTitle="Check the budget"
        faults={faults}
        failedAttempts={failedAttempts}
        onSubmit={() => void form.submit()}
      >
        <BudgetFields form={form} />
        {preview && <PreviewNote preview={preview} />}
        {stored && <BudgetConflict form={form} stored={stored} />}
        {failure && <FailureNote {...failure} />}
        <div className={styles.actions}>
          <Button type="submit" variant="primary" isPending={isPending} pendingMessage="Please wait">
            {preview ? 'Save budget' : 'Preview'}
          </Button>
          <Button variant="quiet" onPress={onClose}>
            Cancel
          </Button>
        </div>
      </Form>
      <LeaveGuard isChanged={isChanged} subject={budget ? 'the budget' : 'the new budget'} />
    </>
  );
}

function PreviewNote({ preview }: { preview: Preview }) {
  const now = useNowSeconds();
  const { stop } = preview;
  return (
    <Notice title="What it will do" variant={stop?.stops_now ? 'warning' : 'neutral'}>
      <ul role="list" className={styles.sentences}>
        {previewWords(preview, now).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {stop && <li>{`It can't stop: ${stop.cannot_cover.join(', ')}.`}</li>}
      </ul>
    </Notice>
  );
}
