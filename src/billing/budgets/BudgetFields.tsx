import type { ReactNode } from 'react';
import { stopChargesTexts } from '#lib/texts/stop-charges.ts';
import { ComboBox } from '#ui/ComboBox/ComboBox.tsx';
import { RadioCards } from '#ui/RadioCards/RadioCards.tsx';
import { RadioGroup, type RadioOption } from '#ui/RadioGroup/RadioGroup.tsx';
import { SpendCapDrawing } from '#ui/SpendCapDrawing/SpendCapDrawing.tsx';
import { TextField } from '#ui/TextField/TextField.tsx';
import { ProjectChoice } from '#billing/shared/form/ProjectChoice.tsx';
import { BudgetAlerts, BudgetRecipients } from './BudgetAlerts.tsx';
import { basisWords } from './budget-messages.ts';
import { countsOverageOnly, mayBeDaily, metricItems } from './budget.form.ts';
import type { BudgetForm } from './use-budget-form.ts';

const bases = [
  { value: 'bill', label: 'Whole invoice', description: basisWords.bill },
  { value: 'overage', label: 'Overage', description: basisWords.overage },
];

const subjects = [
  { value: 'organization', label: 'Whole organization' },
  { value: 'project', label: 'One project' },
  { value: 'metric', label: 'One kind of usage' },
];

const windows = [
  { value: 'cycle', label: 'Billing cycle' },
  { value: 'day', label: 'Day (UTC)' },
];

const dailyPromise = 'You never pay more than this limit for the usage it covers in one day (UTC).';

const stopWords = ({ about, window }: BudgetForm['values'], isDaily: boolean): string => {
  const promise = isDaily && window === 'day' ? dailyPromise : stopChargesTexts.promise;
  return about === 'metric' ? promise : `${promise} Compute and add-ons can't be stopped.`;
};

/** The drawings show example values, not the organization's usage. */
const atLimits = (stop: string) => [
  {
    value: 'alert',
    title: 'Alert only',
    description: 'You get alerts, and everything is charged.',
    drawing: <SpendCapDrawing isCapped={false} used={310} included={250} />,
  },
  {
    value: 'stop',
    title: 'Stop charges',
    description: stop,
    drawing: <SpendCapDrawing isCapped used={250} included={250} />,
  },
];

export function BudgetFields({ form }: { form: BudgetForm }) {
  const { values } = form;
  const isDaily = mayBeDaily(values);
  return (
    <>
      <BudgetText
        form={form}
        name="amount"
        label="Amount in dollars"
        description={`For one ${isDaily && values.window === 'day' ? 'day (UTC)' : 'billing cycle'}, before credits and after discounts`}
        inputMode="decimal"
      />
      <BudgetChoice form={form} name="about" label="Scope" options={subjects} />
      {values.about === 'project' && <ProjectField form={form} />}
      {values.about === 'metric' && <MetricField form={form} />}
      <BudgetText form={form} name="name" label="Name" />
      {!countsOverageOnly(values) && <BudgetChoice form={form} name="basis" label="Measured amount" options={bases} />}
      <AtLimitChoice form={form} stop={stopWords(values, isDaily)} />
      {isDaily && <BudgetChoice form={form} name="window" label="The limit counts for one" options={windows} />}
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
  readonly name: 'about' | 'basis' | 'window';
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

function AtLimitChoice({ form, stop }: { form: BudgetForm; stop: string }) {
  return (
    <form.fields.Field name="atLimit">
      {(field) => (
        <RadioCards
          id="budget-atLimit"
          label="At the amount"
          cards={atLimits(stop)}
          value={field.state.value}
          onChange={(value) => field.handleChange(value as never)}
          errorMessage={form.messageOf('atLimit')}
          isReadOnly={form.isPending}
        />
      )}
    </form.fields.Field>
  );
}

function MetricField({ form }: { form: BudgetForm }) {
  return (
    <form.fields.Field name="metric">
      {(field) => (
        <ComboBox
          id="budget-metric"
          label="Usage"
          items={metricItems}
          selectedKey={field.state.value === '' ? null : field.state.value}
          onSelectionChange={(metric) => field.handleChange(metric ?? '')}
          errorMessage={form.messageOf('metric')}
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
