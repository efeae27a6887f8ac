import { formatCents } from '#lib/money.ts';
import { VersionConflict } from '#billing/shared/page/VersionConflict.tsx';
import { type Budget, basisWords, thresholdWords } from './budget-messages.ts';
import { bodyOf, type BudgetBody, scopeMetricName } from './budget.form.ts';
import type { BudgetForm } from './use-budget-form.ts';
import styles from './Budgets.module.css';

const parts: readonly (readonly [name: string, words: (budget: BudgetBody) => string])[] = [
  ['Name', ({ name }) => name],
  [
    'Scope',
    ({ scope }) => (scope === 'organization' ? 'Whole organization' : (scopeMetricName(scope) ?? scope.replace('project:', 'Project '))),
  ],
  ['Counts for one', ({ window }) => (window === 'day' ? 'Day (UTC)' : 'Billing cycle')],
  ['Amount', ({ amount_cents: cents }) => formatCents(cents)],
  ['Measured amount', ({ basis }) => basisWords[basis]],
  ['At the amount', ({ at_limit: atLimit }) => (atLimit === 'stop' ? 'Stop charges' : 'Alert only')],
  ['Alerts', ({ thresholds }) => thresholds.map(thresholdWords).join(', ') || 'None'],
  ['Recipients', ({ recipients = [] }) => recipients.join(', ') || 'Same as billing emails'],
];

export function BudgetConflict({ form, stored }: { form: BudgetForm; stored: Budget }) {
  const mine = bodyOf(form.values);
  const differences = parts
    .map(([name, words]) => ({ name, saved: words(stored), mine: words(mine) }))
    .filter((part) => part.saved !== part.mine);
  return (
    <VersionConflict
      title="Not saved: someone else changed this budget since you opened it"
      differences={differences}
      onKeepMine={form.keepMine}
      onTakeSaved={form.takeStored}
      isSaving={form.isPending}
      className={styles.actions}
    />
  );
}
