import { csvRow, textCell } from '#lib/csv.ts';
import { streamedText } from './csv.ts';

export interface TableColumn<Name extends string> {
  readonly name: Name;
  /** The cells are decimals as text. */
  readonly isNumber: boolean;
}

/** A row by column; null where a column has no value. */
export type TableRow<Name extends string> = Readonly<Record<Name, string | null>>;

/** `jsonl`: a JSON object per line, with exact numbers. */
export type TableFormat = 'jsonl' | 'csv';

const csvCell = (value: string | null, isNumber: boolean): string => (value === null ? '' : isNumber ? value : textCell(value));
const jsonValue = (value: string | null, isNumber: boolean): string => (value === null || isNumber ? String(value) : JSON.stringify(value));

/** Text of rows. In CSV, an empty cell is null. */
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

/** Streams a table for programs: without the mark for spreadsheets, which would become part of the first name. */
export const tableFile = <Name extends string>(
  format: TableFormat,
  columns: readonly TableColumn<Name>[],
  parts: AsyncGenerator<string>,
): ReadableStream<Uint8Array> => streamedText(format === 'csv' ? csvRow(columns.map(({ name }) => name)) : '', parts);
