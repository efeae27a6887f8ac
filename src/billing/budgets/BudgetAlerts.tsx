import { RecipientList } from '#ui/RecipientList/RecipientList.tsx';
import { EmailList } from '#billing/shared/form/EmailList.tsx';
import { whileSaving } from '#billing/shared/page/SectionForm.tsx';
import { thresholdWords } from './budget-messages.ts';
import { isPercent, percentMessage, plainPercents } from './budget.form.ts';
import type { BudgetForm } from './use-budget-form.ts';

const alertsCount = (count: number): string => `${count} ${count === 1 ? 'alert' : 'alerts'}`;
const recipientsCount = (count: number): string => `${count} ${count === 1 ? 'recipient' : 'recipients'}`;

interface AlertsProps {
  readonly form: BudgetForm;
  readonly name: 'actual' | 'projected';
  readonly typed: 'typedActual' | 'typedProjected';
  readonly label: string;
  readonly addLabel: string;
}

export function BudgetAlerts({ form, name, typed: typedName, label, addLabel }: AlertsProps) {
  const words = (percent: string): string => thresholdWords({ percent: Number(percent), on: name });
  return (
    <form.fields.Field name={typedName}>
      {(typed) => (
        <form.fields.Field name={name}>
          {(field) => (
            <RecipientList
              key={form.round}
              id={`budget-${name}`}
              variant="chips"
              inputMode="decimal"
              label={label}
              addLabel={addLabel}
              addSuffix={`, ${addLabel.toLowerCase()}`}
              value={field.state.value}
              onChange={field.handleChange}
              onTyped={typed.handleChange}
              toPlain={plainPercents}
              isValid={isPercent}
              entryWords={words}
              words={{
                invalid: () => percentMessage,
                duplicate: (entry) => `${words(entry)} is already in the list`,
                added: (entries, count) => `${entries.map(words).join(', ')} added, ${alertsCount(count)}`,
                removed: (entry, count) => `${words(entry)} removed, ${alertsCount(count)}`,
              }}
              emptyText="No alerts"
              errorMessage={form.messageOf(name)}
              unavailableReason={whileSaving(form.isPending)}
            />
          )}
        </form.fields.Field>
      )}
    </form.fields.Field>
  );
}

export function BudgetRecipients({ form }: { form: BudgetForm }) {
  return (
    <form.fields.Field name="typed">
      {(typed) => (
        <form.fields.Field name="recipients">
          {(field) => (
            <EmailList
              // When the form loads another version, a new key resets the list and removes the list's Undo button.
              key={form.round}
              id="budget-recipients"
              label="Alert recipients"
              value={field.state.value}
              onChange={field.handleChange}
              onTyped={typed.handleChange}
              countWords={recipientsCount}
              emptyText="The recipients of your billing email"
              errorMessage={form.messageOf('recipients')}
              isSaving={form.isPending}
            />
          )}
        </form.fields.Field>
      )}
    </form.fields.Field>
  );
}
