import { shown, type Figure, type Row } from './figure.ts';
import { goals, type RowId } from './goals.ts';

/** Factor by which a row's value may exceed the row's limit before the run fails. Factors above 1 allow for machine load. */
export const margins: Readonly<Partial<Record<RowId, number>>> = {
  'first-js': 1,
  'first-css': 1,
  'third-party': 1,
  'first-lines': 1,
  shift: 1,
  'largest-paint': 1.3,
  'many-projects-document': 1,
  'many-invoices': 4,
  'fair-turns': 1,
  'slow-clients': 1,
  'flood-health': 1,
};

export function failuresOf(figures: readonly Figure<RowId>[]): { readonly row: RowId; readonly words: string }[] {
  return figures.flatMap(({ row: id, of, value }) => {
    const margin = margins[id];
    const row: Row = goals[id];
    if (margin === undefined || value <= row.limit * margin) return [];
    const limit = `${shown(row.unit, row.limit)}${margin > 1 ? ` with a margin of ${margin} times` : ''}`;
    return [{ row: id, words: `${row.quantity}${of && `, ${of}`}: ${shown(row.unit, value)}, at most ${limit}` }];
  });
}
