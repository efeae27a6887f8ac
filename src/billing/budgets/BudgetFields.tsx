import type { ReactNode } from 'react';
import { stopChargesTexts } from '#lib/texts/stop-charges.ts';
import { RadioCards } from '#ui/RadioCards/RadioCards.tsx';
import { RadioGroup, type RadioOption } from '#ui/RadioGroup/RadioGroup.tsx';
import { SpendCapDrawing } from '#ui/SpendCapDrawing/SpendCapDrawing.tsx';
import { TextField } from '#ui/TextField/TextField.tsx';
import { ProjectChoice } from '#billing/shared/form/ProjectChoice.tsx';
import { BudgetAlerts, BudgetRecipients } from './BudgetAlerts.tsx';
import { basisWords } from './budget-messages.ts';
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
    description: `${stopChargesTexts.promise} Compute and add-ons can't be stopped.`,
    drawing: <SpendCapDrawing isCapped used={250} included={250} />,
  },
];

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
      <BudgetChoice form={form} name="basis" label="Measured amount" options={bases} />
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
      <BudgetRecipients form={form} />
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

function ProjectField({ form }: { form: BudgetForm }) {
  return (
    <form.fields.Field name="project">
      {(field) => (
        <ProjectChoice
          id="budget-project"
          value={field.state.value}
          onChange={field.handleChange}
          errorMessage={form.messageOf('project')}
          isReadOnly={form.isPending}
        />
      )}
    </form.fields.Field>
  );
}
