import { revalidateLogic, useForm, useSelector } from '@tanstack/react-form';
import { useEffect, useState } from 'react';
import { announce } from '#ui/Announcer/announce.ts';
import { Button } from '#ui/Button/Button.tsx';
import { Form } from '#ui/Form/Form.tsx';
import { Notice } from '#ui/Notice/Notice.tsx';
import { RadioGroup } from '#ui/RadioGroup/RadioGroup.tsx';
import { TextField } from '#ui/TextField/TextField.tsx';
import { readKey } from '#billing/shared/data/queries.ts';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { useWrite } from '#billing/shared/data/write.ts';
import { useNowSeconds } from '#billing/shared/page/now.ts';
import { basisWords, type Budget, type Preview, previewWords } from './budget-words.ts';
import { bodyOf, budgetSchema, type BudgetBody, type BudgetValues, emptyBudget, valuesOfBudget } from './budget.form.ts';
import styles from './Budgets.module.css';

const bases = [
  { value: 'bill', label: 'Whole invoice', description: basisWords.bill },
  { value: 'overage', label: 'Overage', description: basisWords.overage },
];

const ends = [
  { value: 'alert', label: 'Alert only', description: 'You get alerts, and everything is charged' },
  {
    value: 'stop',
    label: 'Stop charges',
    description: "What the spend cap covers is metered and not charged beyond the amount. Compute and add-ons can't be stopped.",
  },
];

const fields = ['name', 'amount', 'actual', 'projected'] as const;

/** Adds a budget or changes one. What it will do is shown before it can be saved. */
export function BudgetEditor({ budget, onClose }: { budget?: Budget | undefined; onClose: () => void }) {
  const slug = useSlug();
  const now = useNowSeconds();
  const [start] = useState<BudgetValues>(() => (budget ? valuesOfBudget(budget) : emptyBudget));
  const [shown, setShown] = useState<{ body: BudgetBody; preview: Preview } | null>(null);
  const [failedAttempts, setFailedAttempts] = useState(0);
  const form = useForm({ defaultValues: start, validationLogic: revalidateLogic(), validators: { onDynamic: budgetSchema } });
  const values = useSelector(form.store, (state) => state.values);
  const found = useSelector(form.store, ({ errorMap }) => errorMap.onDynamic);
  const messageOf = (field: (typeof fields)[number]) => found?.[field]?.[0]?.message;
  const faults = fields.flatMap((field) => {
    const message = messageOf(field);
    return message === undefined ? [] : [{ fieldId: `budget-${field}`, message }];
  });
  const options = {
    place: 'inline' as const,
    failure: (message: string) => `Failed to save the budget: ${message}`,
    onSuccess: (_: unknown, __: unknown, client: { invalidateQueries: (filter: { queryKey: readonly unknown[] }) => Promise<void> }) =>
      client.invalidateQueries({ queryKey: readKey('listBudgets', { params: { slug } }) }),
  };
  const preview = useWrite('previewBudget', { place: 'inline', failure: (message) => `Failed to preview the budget: ${message}` });
  const create = useWrite('createBudget', options);
  const update = useWrite('updateBudget', options);
  const [key] = useState(() => crypto.randomUUID());
  useEffect(() => document.getElementById('budget-name')?.focus(), []);
  const isFresh = shown !== null && JSON.stringify(shown.body) === JSON.stringify(bodyOf(values, budget));

  const look = async (): Promise<void> => {
    await form.handleSubmit();
    if (!form.state.isValid) return setFailedAttempts((count) => count + 1);
    const body = bodyOf(form.state.values, budget);
    const result = await preview.write({ params: { slug }, body });
    if (!result.ok) return;
    setShown({ body, preview: result.answer.data });
    announce(previewWords(result.answer.data, now).join(' '));
  };
  const save = async (): Promise<void> => {
    if (!shown) return;
    const { ok } = budget
      ? await update.write({ params: { slug, budget_id: budget.id }, body: { ...shown.body, version: budget.version } })
      : await create.write({ params: { slug }, body: shown.body, idempotencyKey: key });
    if (!ok) return;
    // The focus goes first: moved after the message, it would cut it off.
    onClose();
    announce('Budget saved');
  };
  const failure = preview.failure ?? create.failure ?? update.failure;
  const isSaving = create.isPending || update.isPending;
  return (
    <Form
      aria-label={budget ? `Change ${budget.name}` : 'New budget'}
      faultsTitle="Check the budget"
      faults={faults}
      failedAttempts={failedAttempts}
      onSubmit={() => void (isFresh ? save() : look())}
    >
      <form.Field name="name">
        {({ state, handleChange }) => (
          <TextField
            id="budget-name"
            label="Name"
            value={state.value}
            onChange={handleChange}
            errorMessage={messageOf('name')}
            autoComplete="off"
          />
        )}
      </form.Field>
      <form.Field name="amount">
        {({ state, handleChange }) => (
          <TextField
            id="budget-amount"
            label="Amount in dollars"
            description="For one billing cycle, before credits and after discounts"
            inputMode="decimal"
            value={state.value}
            onChange={handleChange}
            errorMessage={messageOf('amount')}
            autoComplete="off"
          />
        )}
      </form.Field>
      <form.Field name="basis">
        {({ state, handleChange }) => (
          <RadioGroup
            label="What it measures"
            options={bases}
            value={state.value}
            onChange={(value) => handleChange(value as Budget['basis'])}
          />
        )}
      </form.Field>
      <form.Field name="atLimit">
        {({ state, handleChange }) => (
          <RadioGroup
            label="At the amount"
            options={ends}
            value={state.value}
            onChange={(value) => handleChange(value as Budget['at_limit'])}
          />
        )}
      </form.Field>
      <form.Field name="actual">
        {({ state, handleChange }) => (
          <TextField
            id="budget-actual"
            label="Alert when this much is spent, in percent"
            value={state.value}
            onChange={handleChange}
            errorMessage={messageOf('actual')}
            autoComplete="off"
          />
        )}
      </form.Field>
      <form.Field name="projected">
        {({ state, handleChange }) => (
          <TextField
            id="budget-projected"
            label="Alert when this much is expected, in percent"
            value={state.value}
            onChange={handleChange}
            errorMessage={messageOf('projected')}
            autoComplete="off"
          />
        )}
      </form.Field>
      {isFresh && shown && <PreviewNote preview={shown.preview} nowSeconds={now} />}
      {failure && (
        <Notice variant="negative" title="Not saved">
          {failure.message}
        </Notice>
      )}
      <div className={styles.actions}>
        <Button type="submit" variant="primary" isPending={isSaving || preview.isPending} pendingMessage="Please wait">
          {isFresh ? 'Save budget' : 'Show what it will do'}
        </Button>
        <Button variant="quiet" onPress={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}

function PreviewNote({ preview, nowSeconds }: { preview: Preview; nowSeconds: number }) {
  const { stop } = preview;
  return (
    <Notice title="What it will do" variant={stop?.stops_now ? 'warning' : 'neutral'}>
      <ul role="list" className={styles.sentences}>
        {previewWords(preview, nowSeconds).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {stop && <li>{`It can't stop: ${stop.cannot_cover.join(', ')}.`}</li>}
      </ul>
    </Notice>
  );
}
