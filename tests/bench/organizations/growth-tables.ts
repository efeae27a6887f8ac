import { median } from '#tests/bench/figure.ts';
import type { Sizes } from './sizes.ts';
import type { MeasuredTimes, Samples } from './timed-rounds.ts';

/** Maximum slowdown: the time of an operation with a million organizations, divided by its time with a thousand organizations. */
const mostTimes = 3;

const ms = (value: number): string => value.toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const gigabytes = (bytes: number, digits: number): string => `${(bytes / 1e9).toFixed(digits)} GB`;
const tableOf = (...rows: readonly (readonly string[])[]): string => rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const timesOf = ({ small, large }: Samples): number => median(large) / median(small);
const both = (samples: Samples): string => `${ms(median(samples.small))} ms -> ${ms(median(samples.large))} ms`;

export const tooSlow = (times: readonly MeasuredTimes[]): string[] =>
  times.flatMap(({ name, warm, cold }) => [
    ...(timesOf(warm) > mostTimes ? [`${name}: ${both(warm)}`] : []),
    ...(timesOf(cold) > mostTimes ? [`${name}, right after a start: ${both(cold)}`] : []),
  ]);

export const countedTimes = (times: readonly MeasuredTimes[]): Record<string, string> =>
  Object.fromEntries(
    times.map(({ name, warm, cold }) => [name, `${both(warm)}${cold.small.length > 0 ? `, right after a start ${both(cold)}` : ''}`]),
  );

export function timeTable(times: readonly MeasuredTimes[]): string {
  const cells = (samples: Samples): string[] =>
    samples.small.length === 0 ? ['', '', ''] : [ms(median(samples.small)), ms(median(samples.large)), timesOf(samples).toFixed(2)];
  return tableOf(
    ['work', 'a thousand, in memory', 'a million', 'times', 'a thousand, after a start', 'a million', 'times'],
    ['---', '---', '---', '---', '---', '---', '---'],
    ...times.map(({ name, warm, cold }) => [name, ...cells(warm), ...cells(cold)]),
  );
}

function timeSentence(times: readonly MeasuredTimes[]): string {
  const most = (samples: (one: MeasuredTimes) => Samples): number => Math.max(...times.map((one) => samples(one).small.length));
  return `The figures below are medians of ${most(({ warm }) => warm)} rounds, and of ${most(({ cold }) => cold)} after a start.`;
}

/** If a table has at least this share of the total size, the document lists it separately. All other tables are summed up. */
const leastShare = 0.007;

export function storageTable({ tables, bytes }: Sizes): string {
  const large = tables.filter((table) => table.bytes >= leastShare * bytes);
  const rest = bytes - large.reduce((sum, table) => sum + table.bytes, 0);
  return tableOf(
    ['table', 'rows', 'bytes a row, with indexes', 'of a million', 'of ten million'],
    ['---', '---', '---', '---', '---'],
    ...large.map(({ table, rows, bytes: tableBytes, rowBytes }) => [
      `\`${table}\``,
      rows.toLocaleString('en-US'),
      rowBytes.toFixed(0),
      gigabytes(tableBytes, 2),
      gigabytes(tableBytes * 10, 1),
    ]),
    ['all others', '', '', gigabytes(rest, 2), gigabytes(rest * 10, 1)],
  );
}

export const storageSentence = ({ bytes, indexBytes }: Sizes): string =>
  `Measured with a million: ${gigabytes(bytes, 1)}, of which ${gigabytes(indexBytes, 1)} are indexes. Ten million of the same kind: ${gigabytes(bytes * 10, 0)}.`;

/** Replaces the figures in a document. @throws if the document lacks a kind of figure */
export function withFigures(text: string, times: readonly MeasuredTimes[], sizes: Sizes): string {
  const changes: readonly (readonly [RegExp, string])[] = [
    [/^\| work \|.*\n(?:\|.*\n)+/m, `${timeTable(times)}\n`],
    [/^\| table \|.*\n(?:\|.*\n)+/m, `${storageTable(sizes)}\n`],
    [/^Measured with a million: .*$/m, storageSentence(sizes)],
    [/^The figures below are medians of .*$/m, timeSentence(times)],
  ];
  return changes.reduce((changed, [form, figures]) => {
    if (!form.test(changed)) throw new Error(`${form} is not in the text`);
    return changed.replace(form, () => figures);
  }, text);
}
