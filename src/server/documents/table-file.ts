import { csvRow, textCell } from '#lib/csv.ts';
import { streamedText } from './csv.ts';

export interface TableColumn<Name extends string> {
  readonly name: Name;
  /** True if the cells are numbers, as decimal text. */
  readonly isNumber: boolean;
}

export type TableRow<Name extends string> = Readonly<Record<Name, string | null>>;

/** File format. `jsonl` has a JSON object per text line, with exact numbers. */
export type TableFormat = 'jsonl' | 'csv';

const csvCell = (value: string | null, isNumber: boolean): string => (value === null ? '' : isNumber ? value : textCell(value));
const jsonValue = (value: string | null, isNumber: boolean): string => (value === null || isNumber ? String(value) : JSON.stringify(value));

/** Formats rows. In CSV, null is an empty cell. */
export function tableText<Name extends string>(
  format: TableFormat,
  columns: readonly TableColumn<Name>[],
  rows: readonly TableRow<Name>[],
): string {
  const textOf = (row: TableRow<Name>): string =>
    format === 'csv'
      ? csvRow(columns.map(({ name, isNumber }) => csvCell(row[name], isNumber)))
      : `{${columns.map(({ name, isNumber }) => `"${name}":${jsonValue(row[name], isNumber)}`).join(',')}}\n`;
  return rows.map(textOf).join('');
}

/** Streams a table for programs. Omits the byte order mark, which programs would read as part of the first column name. */
export const tableFile = <Name extends string>(
  format: TableFormat,
  columns: readonly TableColumn<Name>[],
  parts: AsyncGenerator<string>,
): ReadableStream<Uint8Array> => streamedText(format === 'csv' ? csvRow(columns.map(({ name }) => name)) : '', parts);
