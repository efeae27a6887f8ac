import { formatCents } from '#lib/money.ts';
import { Button } from '#ui/Button/Button.tsx';
import { Table, TableCell, TableGroup, TableRow } from '#ui/Table/Table.tsx';
import { FailureNote } from '#billing/shared/page/FailureNote.tsx';
import { whileSaving } from '#billing/shared/page/SectionForm.tsx';
import { type Budget, basisWords, thresholdWords } from './budget-messages.ts';
import { bodyOf, type BudgetBody } from './budget.form.ts';
import type { BudgetForm } from './use-budget-form.ts';
import styles from './Budgets.module.css';

const columns = [
  { id: 'field', header: 'Field' },
  { id: 'saved', header: 'Saved by someone else' },
  { id: 'mine', header: 'Yours' },
];

/** What two versions may differ in, each in words. */
const parts: readonly (readonly [name: string, words: (budget: BudgetBody) => string])[] = [
  ['Name', ({ name }) => name],
  ['What it is about', ({ scope }) => (scope === 'organization' ? 'Whole organization' : scope.replace('project:', 'Project '))],
  ['Amount', ({ amount_cents: cents }) => formatCents(cents)],
  ['What it measures', ({ basis }) => basisWords[basis]],
  ['At the amount', ({ at_limit: atLimit }) => (atLimit === 'stop' ? 'Stop charges' : 'Alert only')],
  ['Alerts', ({ thresholds }) => thresholds.map(thresholdWords).join(', ') || 'None'],
  ['Recipients', ({ recipients = [] }) => recipients.join(', ') || 'Those of the billing mail'],
];

/** Somebody else saved first: where the versions differ, and the choice between them. */
export function BudgetConflict({ form, stored }: { form: BudgetForm; stored: Budget }) {
  const mine = bodyOf(form.values);
  const different = parts.filter(([, words]) => words(stored) !== words(mine));
  const busy = whileSaving(form.isPending);
  return (
    <>
      <FailureNote
        title="Not saved: someone else changed this budget since you opened it"
        message={
          different.length === 0
            ? 'Both versions say the same.'
            : 'Nothing of yours is lost: compare the two versions and choose which one to keep.'
        }
      />
      {different.length > 0 && (
        <Table caption="The two versions where they differ" columns={columns}>
          <TableGroup>
            {different.map(([name, words]) => (
              <TableRow key={name} header={name}>
                {/* Of the type of details, which stand below the field on narrow paper. */}
                <TableCell align="detail" label="Saved by someone else">
                  {words(stored)}
                </TableCell>
                <TableCell align="detail" label="Yours">
                  {words(mine)}
                </TableCell>
              </TableRow>
            ))}
          </TableGroup>
        </Table>
      )}
      <div className={styles.actions}>
        <Button onPress={form.keepMine} unavailableReason={busy}>
          Save my version
        </Button>
        <Button onPress={form.takeStored} unavailableReason={busy}>
          Take the saved version
        </Button>
      </div>
    </>
  );
}
