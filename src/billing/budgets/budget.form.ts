import { z } from 'zod/mini';
import { ruleMessages } from '#contract/limits.ts';
import type { CallInput } from '#contract/types.ts';
import type { FieldError } from '#lib/call-error.ts';
import { invalidEntry, isEmail, sortEntries, splitEntries } from '#lib/email-entries.ts';
import { plainDigits } from '#lib/number-text.ts';
import { plainDollars } from '#lib/money.ts';
import type { ComboBoxItem } from '#ui/ComboBox/match.ts';
import type { Budget } from './budget-messages.ts';

export type BudgetBody = CallInput<'createBudget'>['body'];

export interface BudgetValues {
  readonly name: string;
  readonly about: 'organization' | 'project' | 'metric';
  /** Empty if the budget does not cover a project. */
  readonly project: string;
  /** Empty if the budget does not cover a metric. */
  readonly metric: string;
  /** Amount in dollars, as typed. */
  readonly amount: string;
  readonly basis: Budget['basis'];
  readonly atLimit: Budget['at_limit'];
  readonly window: 'cycle' | 'day';
  /** Percentages for alerts on the actual amount, without percent signs. */
  readonly actual: readonly string[];
  readonly projected: readonly string[];
  /** Email addresses that receive alerts. If empty, the recipients of billing emails receive the alerts. */
  readonly recipients: readonly string[];
  /** Text that is typed in a list's field but not yet added to the list. */
  readonly typed: string;
  readonly typedActual: string;
  readonly typedProjected: string;
}

export type BudgetFieldName = Exclude<keyof BudgetValues, 'typed' | 'typedActual' | 'typedProjected'>;

export const emptyBudget: BudgetValues = {
  name: '',
  about: 'organization',
  project: '',
  metric: '',
  amount: '',
  basis: 'bill',
  atLimit: 'alert',
  window: 'cycle',
  actual: ['50', '80', '100'],
  projected: ['100'],
  recipients: [],
  typed: '',
  typedActual: '',
  typedProjected: '',
};

/** Removes percent signs, and converts digits to ASCII: '50, 80%' becomes '50, 80'. */
export const plainPercents = (text: string): string => plainDigits(text).replaceAll(/[%\uFF05\u066A]/g, '');

const percents = (listed: readonly string[], typed: string): number[] =>
  [
    ...listed,
    ...plainPercents(typed)
      .split(/[,;\s\uFF0C\uFF1B\u3001]+/)
      .filter((part) => part !== ''),
  ].map(Number);

export const isPercent = (entry: string): boolean => /^\d{1,4}$/.test(entry) && Number(entry) >= 1 && Number(entry) <= 1000;

const arePercents = (found: readonly number[]): boolean =>
  found.every((percent) => isPercent(String(percent))) && new Set(found).size === found.length;

export const percentMessage = 'Enter whole percentages from 1 to 1000, each once';
const mostRecipients = 20;

/** All recipients, including typed text that is not yet added. */
function allRecipients({ recipients, typed }: Pick<BudgetValues, 'recipients' | 'typed'>): string[] {
  const { added, rejected } = sortEntries(splitEntries(typed), recipients, isEmail);
  return [...recipients, ...added, ...rejected];
}

export const budgetSchema = z
  .object({
    name: z.string().check(z.trim(), z.minLength(1, 'Enter a name'), z.maxLength(100, 'Enter at most 100 characters')),
    about: z.enum(['organization', 'project', 'metric']),
    project: z.string(),
    metric: z.string(),
    amount: z
      .string()
      .check(z.overwrite(plainDigits), z.trim(), z.regex(/^\d{1,7}(\.\d{1,2})?$/, 'Enter an amount in dollars, such as 200 or 49.50')),
    basis: z.enum(['bill', 'overage']),
    atLimit: z.enum(['alert', 'stop']),
    window: z.enum(['cycle', 'day']),
    actual: z.readonly(z.array(z.string())),
    projected: z.readonly(z.array(z.string())),
    recipients: z.readonly(z.array(z.string())),
    typed: z.string(),
    typedActual: z.string(),
    typedProjected: z.string(),
  })
  .check(
    z.superRefine((values, found) => {
      const add = (path: BudgetFieldName, message: string) => found.addIssue({ code: 'custom', path: [path], message });
      if (values.about === 'project' && !/^[a-z]{20}$/.test(values.project.trim())) add('project', 'Choose a project');
      if (values.about === 'metric' && values.metric === '') add('metric', 'Choose what is used');
      if (!arePercents(percents(values.actual, values.typedActual))) add('actual', percentMessage);
      if (!arePercents(percents(values.projected, values.typedProjected))) add('projected', percentMessage);
      const recipients = allRecipients(values);
      for (const entry of recipients) if (!isEmail(entry)) add('recipients', invalidEntry(entry));
      if (recipients.length > mostRecipients) add('recipients', `Enter at most ${mostRecipients} recipients`);
    }),
  );

const projectScope = 'project:';
const metricScope = 'metric:';

/** Metrics that the spend cap covers. Only metrics with `isCounted` can have a daily limit. */
const coveredMetrics = [
  { id: 'EGRESS', name: 'Egress', isCounted: true },
  { id: 'CACHED_EGRESS', name: 'Cached egress', isCounted: true },
  { id: 'DATABASE_SIZE', name: 'Database size', isCounted: false },
  { id: 'DISK_SIZE_GB_HOURS_GP3', name: 'Disk size', isCounted: false },
  { id: 'STORAGE_SIZE', name: 'Storage size', isCounted: false },
  { id: 'STORAGE_IMAGES_TRANSFORMED', name: 'Image transformations', isCounted: true },
  { id: 'MONTHLY_ACTIVE_USERS', name: 'Monthly active users', isCounted: true },
  { id: 'MONTHLY_ACTIVE_SSO_USERS', name: 'Monthly active SSO users', isCounted: true },
  { id: 'MONTHLY_ACTIVE_THIRD_PARTY_USERS', name: 'Monthly active third-party users', isCounted: true },
  { id: 'FUNCTION_INVOCATIONS', name: 'Function invocations', isCounted: true },
  { id: 'REALTIME_MESSAGE_COUNT', name: 'Realtime messages', isCounted: true },
  { id: 'REALTIME_PEAK_CONNECTIONS', name: 'Realtime peak connections', isCounted: false },
] as const;

export const metricItems: readonly ComboBoxItem[] = coveredMetrics.map(({ id, name }) => ({ id, name }));

/** Returns the metric's name, or its key if the list of covered metrics lacks it; null if the scope is not a metric. */
export const scopeMetricName = (scope: string): string | null => {
  if (!scope.startsWith(metricScope)) return null;
  const key = scope.slice(metricScope.length);
  return coveredMetrics.find(({ id }) => id === key)?.name ?? key;
};

export const mayBeDaily = ({ about, metric, atLimit }: Pick<BudgetValues, 'about' | 'metric' | 'atLimit'>): boolean =>
  atLimit === 'stop' && about === 'metric' && coveredMetrics.some(({ id, isCounted }) => id === metric && isCounted);

/** Returns true if the budget must count only overage. A budget that stops the usage of a project or a metric can stop only overage. */
export const countsOverageOnly = ({ about, atLimit }: Pick<BudgetValues, 'about' | 'atLimit'>): boolean =>
  atLimit === 'stop' && about !== 'organization';

export const valuesOfBudget = ({
  name,
  scope,
  window = 'cycle',
  amount_cents,
  basis,
  at_limit,
  thresholds,
  recipients = [],
}: Budget): BudgetValues => {
  const listed = (kind: 'actual' | 'projected'): string[] =>
    thresholds.filter(({ on }) => on === kind).map(({ percent }) => String(percent));
  const project = scope.startsWith(projectScope) ? scope.slice(projectScope.length) : '';
  const metric = scope.startsWith(metricScope) ? scope.slice(metricScope.length) : '';
  return {
    name,
    about: project !== '' ? 'project' : metric !== '' ? 'metric' : 'organization',
    project,
    metric,
    amount: plainDollars(amount_cents),
    basis,
    atLimit: at_limit,
    window,
    actual: listed('actual'),
    projected: listed('projected'),
    recipients,
    typed: '',
    typedActual: '',
    typedProjected: '',
  };
};

function scopeOf({ about, project, metric }: BudgetValues): string {
  if (about === 'project') return `${projectScope}${project.trim()}`;
  return about === 'metric' ? `${metricScope}${metric}` : 'organization';
}

export function bodyOf(values: BudgetValues): BudgetBody {
  const { name, amount, basis, atLimit, window, actual, projected, typedActual, typedProjected } = values;
  const [dollars = '0', cents = ''] = plainDigits(amount).trim().split('.');
  const on = (kind: 'actual' | 'projected', listed: readonly string[], typed: string) =>
    percents(listed, typed).map((percent) => ({ percent, on: kind }));
  const recipients = allRecipients(values);
  return {
    name: name.trim(),
    scope: scopeOf(values),
    ...(window === 'day' && mayBeDaily(values) && { window }),
    basis: countsOverageOnly(values) ? 'overage' : basis,
    amount_cents: Number(dollars) * 100 + Number(cents.padEnd(2, '0')),
    thresholds: [...on('actual', actual, typedActual), ...on('projected', projected, typedProjected)],
    at_limit: atLimit,
    ...(recipients.length > 0 && { recipients }),
  };
}

const fieldOfPart: Readonly<Record<string, BudgetFieldName>> = {
  name: 'name',
  scope: 'project',
  basis: 'basis',
  amount_cents: 'amount',
  at_limit: 'atLimit',
  window: 'window',
  recipients: 'recipients',
};

function fieldOf(part: string, index: string, { scope, thresholds }: BudgetBody): BudgetFieldName | undefined {
  if (part === 'thresholds') return thresholds[Number(index)]?.on ?? 'actual';
  return part === 'scope' && scope.startsWith(metricScope) ? 'metric' : fieldOfPart[part];
}

/** Maps the platform's errors to form fields. Omits errors that belong to no field. */
export function refusalsOf(errors: readonly FieldError[], body: BudgetBody): Partial<Record<BudgetFieldName, string>> {
  const refused: Partial<Record<BudgetFieldName, string>> = {};
  for (const { path, message } of errors) {
    const [, part = '', index = ''] = path.split('.');
    const field = fieldOf(part, index, body);
    const entry = part === 'recipients' ? body.recipients?.[Number(index)] : undefined;
    if (field)
      refused[field] ??=
        entry === undefined ? sentence(message) : message === ruleMessages.invalidEmail ? invalidEntry(entry) : `${entry}: ${message}`;
  }
  return refused;
}

const sentence = (message: string): string => (/^[a-z]/.test(message) ? `This ${message}` : message);
