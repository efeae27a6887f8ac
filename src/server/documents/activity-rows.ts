import { csvRow, textCell } from '#lib/csv.ts';
import { plainDollars } from '#lib/money.ts';
import { activityKindNames, activityTexts } from '#lib/texts/activity.ts';

export interface ExportedActivity {
  readonly at: number;
  readonly kind: keyof typeof activityKindNames;
  readonly by: { readonly name: string };
  readonly title: string;
  readonly changes: readonly { readonly what: string; readonly before: string | null; readonly after: string | null }[];
  readonly about: { readonly name: string } | null;
  readonly amount_cents: number | null;
}

export const activityHead = ['Date', 'Kind', 'Who', 'What', 'Before', 'After', 'About', 'Amount', 'Currency'];

const side = (changes: ExportedActivity['changes'], which: 'before' | 'after'): string =>
  changes
    .filter((change) => change.before !== null || change.after !== null)
    .map((change) => `${change.what}: ${change[which] ?? activityTexts.none}`)
    .join('; ');

const rowOf = ({ at, kind, by, title, changes, about, amount_cents: cents }: ExportedActivity): string =>
  csvRow([
    new Date(at * 1000).toISOString(),
    activityKindNames[kind],
    textCell(by.name),
    textCell(title),
    textCell(side(changes, 'before')),
    textCell(side(changes, 'after')),
    textCell(about?.name ?? ''),
    cents === null ? '' : plainDollars(cents),
    cents === null ? '' : 'USD',
  ]);

export const activityRows = (entries: readonly ExportedActivity[]): string => entries.map(rowOf).join('');
