import { shown, verdictOf, worstOf, type Figure, type Row } from '#tests/bench/figure.ts';
import { goals, type RowId } from '#tests/bench/goals.ts';
import type { Result } from '#tests/bench/results.ts';

const begin = '<!-- figures: written by npm run bench -- --keep -->';
const end = '<!-- end of figures -->';

const words = { goal: 'goal', missed: 'missed', failed: '**failed**' } as const;

const rangeOf = (row: Row, figures: readonly Figure[]): string => {
  const values = figures.map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const worst = figures.find(({ value }) => value === most);
  if (figures.length === 1 || least === most) return shown(row.unit, most);
  return `${shown(row.unit, least)} to ${shown(row.unit, most)} (${worst?.of ?? ''})`;
};

function floorOf(row: Row, figures: readonly Figure[]): string {
  const worst = figures.toSorted((a, b) => b.value - a.value)[0];
  if (!worst?.floor) return '';
  return `${shown(row.unit === 'times' ? 'ms' : row.unit, worst.floor.value)}, ${worst.floor.name}`;
}

function lineOf(id: RowId, figures: readonly Figure[]): string {
  const row: Row = goals[id];
  const goal = `${shown(row.unit, row.goal)}${row.limit > row.goal ? `, fail above ${shown(row.unit, row.limit)}` : ''}`;
  if (figures.length === 0) return `| ${row.quantity} | ${goal} | not measured | | |`;
  const verdict = words[worstOf(row, figures)];
  const reached = figures.filter(({ value }) => verdictOf(row, value) === 'goal').length;
  const share = figures.length > 1 && reached < figures.length ? `, ${reached} of ${figures.length} reach the goal` : '';
  return `| ${row.quantity} | ${goal} | ${rangeOf(row, figures)} | ${floorOf(row, figures)} | ${verdict}${share} |`;
}

export function withTable(readme: string, results: readonly Result[]): string {
  const figures = results.flatMap((result) => result.figures);
  const table = [
    begin,
    '',
    '| quantity | goal | measured | floor in the same run | verdict |',
    '|---|---|---|---|---|',
    ...(Object.keys(goals) as RowId[]).map((id) =>
      lineOf(
        id,
        figures.filter(({ row }) => row === id),
      ),
    ),
    '',
    end,
  ].join('\n');
  const [before, rest] = readme.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error('The README has no place for the figures');
  return before + table + after;
}
