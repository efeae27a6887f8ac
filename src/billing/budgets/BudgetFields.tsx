import { type ReactNode, useState } from 'react';
import { ComboBox } from '#ui/ComboBox/ComboBox.tsx';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { RadioCards } from '#ui/RadioCards/RadioCards.tsx';
import { RadioGroup, type RadioOption } from '#ui/RadioGroup/RadioGroup.tsx';
import { RecipientList } from '#ui/RecipientList/RecipientList.tsx';
import { SpendCapDrawing } from '#ui/SpendCapDrawing/SpendCapDrawing.tsx';
import { TextField } from '#ui/TextField/TextField.tsx';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { useRead } from '#billing/shared/data/queries.ts';
import { failureOf } from '#billing/shared/data/section-state.ts';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { EmailList } from '#billing/shared/form/EmailList.tsx';
import { whileSaving } from '#billing/shared/page/SectionForm.tsx';
import { basisWords, thresholdWords } from './budget-messages.ts';
import { isPercent, percentMessage, plainPercents } from './budget.form.ts';
import type { BudgetForm } from './use-budget-form.ts';

const bases = [
  { value: 'bill', label: 'Whole invoice', description: basisWords.bill },
  { value: 'overage', label: 'Overage', description: basisWords.overage },
];

const subjects = [
  { value: 'organization', label: 'Whole organization' },
  { value: 'project', label: 'One project' },
];

/** The drawings show examples, not the organization's numbers. */
const atLimits = [
  {
    value: 'alert',
    title: 'Alert only',
    description: 'You get alerts, and everything is charged.',
    drawing: <SpendCapDrawing isCapped={false} used={310} included={250} />,
  },
  {
    value: 'stop',
    title: 'Stop charges',
    description: "What the spend cap covers is metered and not charged beyond the amount. Compute and add-ons can't be stopped.",
    drawing: <SpendCapDrawing isCapped used={250} included={250} />,
  },
];

const alertsCount = (count: number): string => `${count} ${count === 1 ? 'alert' : 'alerts'}`;
const recipientsCount = (count: number): string => `${count} ${count === 1 ? 'recipient' : 'recipients'}`;

export function BudgetFields({ form }: { form: BudgetForm }) {
  const { about } = form.values;
  return (
    <>
      <BudgetText
        form={form}
        name="amount"
        label="Amount in dollars"
        description="For one billing cycle, before credits and after discounts"
        inputMode="decimal"
      />
      <BudgetChoice form={form} name="about" label="Scope" options={subjects} />
      {about === 'project' && <ProjectField form={form} />}
      <BudgetText form={form} name="name" label="Name" />
      <BudgetChoice form={form} name="basis" label="What it measures" options={bases} />
      {about === 'organization' && <AtLimitChoice form={form} />}
      <BudgetAlerts
        form={form}
        name="actual"
        typed="typedActual"
        label="Alerts on what is spent"
        addLabel="Percentage of the amount, spent"
      />
      <BudgetAlerts
        form={form}
        name="projected"
        typed="typedProjected"
        label="Alerts on the forecast"
        addLabel="Percentage of the amount, forecast"
      />
      <Recipients form={form} />
    </>
  );
}

interface TextProps {
  readonly form: BudgetForm;
  readonly name: 'name' | 'project' | 'amount';
  readonly label: string;
  readonly description?: ReactNode;
  readonly inputMode?: 'decimal';
}

function BudgetText({ form, name, ...props }: TextProps) {
  return (
    <form.fields.Field name={name}>
      {(field) => (
        <TextField
          {...props}
          id={`budget-${name}`}
          autoComplete="off"
          value={field.state.value}
          onChange={field.handleChange}
          errorMessage={form.messageOf(name)}
          isReadOnly={form.isPending}
        />
      )}
    </form.fields.Field>
  );
}

interface ChoiceProps {
  readonly form: BudgetForm;
  readonly name: 'about' | 'basis';
  readonly label: string;
  readonly options: readonly RadioOption[];
}

function BudgetChoice({ form, name, ...props }: ChoiceProps) {
  return (
    <form.fields.Field name={name}>
      {(field) => (
        <RadioGroup
          {...props}
          id={`budget-${name}`}
          value={field.state.value}
          onChange={(value) => field.handleChange(value as never)}
          errorMessage={form.messageOf(name)}
          isReadOnly={form.isPending}
        />
      )}
    </form.fields.Field>
  );
}

function AtLimitChoice({ form }: { form: BudgetForm }) {
  return (
    <form.fields.Field name="atLimit">
      {(field) => (
        <RadioCards
          id="budget-atLimit"
          label="At the amount"
          cards={atLimits}
          value={field.state.value}
          onChange={(value) => field.handleChange(value as never)}
          errorMessage={form.messageOf('atLimit')}
          isReadOnly={form.isPending}
        />
      )}
    </form.fields.Field>
  );
}

interface AlertsProps {
  readonly form: BudgetForm;
  readonly name: 'actual' | 'projected';
  readonly typed: 'typedActual' | 'typedProjected';
  readonly label: string;
  readonly addLabel: string;
}

/** Percentages at which an alert is sent, each with a button that removes it. */
function BudgetAlerts({ form, name, typed: typedName, label, addLabel }: AlertsProps) {
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

const mostListed = 100;

/** Selects a project by name; if there are more than can be listed, by reference. */
function ProjectField({ form }: { form: BudgetForm }) {
  const slug = useSlug();
  const query = useRead('listProjects', { params: { slug }, query: { limit: mostListed, sort: 'name_asc' } });
  const failed = failureOf(query);
  if (failed) return <ReadFailure subject="projects" title="Failed to retrieve projects" failed={failed} />;
  if (!query.data) return <LoadingSheet lines={2} />;
  const { pagination, projects } = query.data;
  if (pagination.count > mostListed)
    return (
      <BudgetText
        form={form}
        name="project"
        label="Project reference"
        description="20 letters. They end the address of the project's page."
      />
    );
  return <ListedProjects form={form} projects={projects} />;
}

function ListedProjects({ form, projects }: { form: BudgetForm; projects: readonly { readonly ref: string; readonly name: string }[] }) {
  // Fixed on mount, so that the list does not change during a choice.
  const [items] = useState(() =>
    projects.map(({ ref, name }) => {
      const isUnique = projects.filter((other) => other.name === name).length === 1;
      return { id: ref, name: isUnique ? name : `${name} (${ref})`, otherNames: [ref] };
    }),
  );
  return (
    <form.fields.Field name="project">
      {(field) => (
        <ComboBox
          id="budget-project"
          label="Project"
          items={items}
          selectedKey={field.state.value === '' ? null : field.state.value}
          onSelectionChange={(ref) => field.handleChange(ref ?? '')}
          errorMessage={form.messageOf('project')}
          isReadOnly={form.isPending}
        />
      )}
    </form.fields.Field>
  );
}

function Recipients({ form }: { form: BudgetForm }) {
  return (
    <form.fields.Field name="typed">
      {(typed) => (
        <form.fields.Field name="recipients">
          {(field) => (
            <EmailList
              // A form with another version must also lose the Undo of removed recipients.
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
