import { closeSync, createReadStream, openSync, readSync, statSync, type ReadStream } from 'node:fs';
import { CsvError, parse } from 'csv-parse';
import { jsonFault } from '#lib/json-text.ts';
import { CommandFailure } from './answers.ts';
import { secondsOfInstant } from './argument-forms.ts';

export interface FileRow {
  /** Line number in the file, starting at 1. If a record has several lines, the number of its last line. */
  readonly line: number;
  readonly record: unknown;
  readonly fault?: string;
  readonly field?: string;
}

export interface UsageFile {
  readonly size: number;
  readonly modifiedMs: number;
  readonly bytesRead: () => number;
  readonly rows: (afterLine: number) => AsyncGenerator<FileRow, void>;
}

/** Maximum length of a line in bytes, so that a file without line breaks does not fill the memory. */
const longestLine = 256 * 1024;
const newline = 10;

async function* linesOf(file: string, stream: ReadStream): AsyncGenerator<string, void> {
  let begun: Buffer[] = [];
  let length = 0;
  let line = 1;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, end)]).toString('utf8');
      line += 1;
      [begun, length, from] = [[], 0, end + 1];
    }
    begun.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > longestLine)
      throw new CommandFailure(`Line ${line} of ${file} is longer than ${longestLine} bytes; give each record a line.`);
  }
  if (length > 0) yield Buffer.concat(begun).toString('utf8');
}

function ndjsonRecord(text: string): Omit<FileRow, 'line'> {
  try {
    const record: unknown = JSON.parse(text);
    const fault = jsonFault(text);
    if (fault) return { record, fault: fault.message, field: fault.path.replace(/^body\.?/, '') };
    return { record: withSeconds(record) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { record: text, fault: 'is not JSON' };
  }
}

async function* ndjsonRows(file: string, stream: ReadStream, afterLine: number): AsyncGenerator<FileRow, void> {
  let line = 0;
  for await (const text of linesOf(file, stream)) {
    line += 1;
    if (line <= afterLine || text.trim() === '') continue;
    yield { line, ...ndjsonRecord(line === 1 ? text.replace(/^\uFEFF/, '') : text) };
  }
}

const instants = ['at', 'until'] as const;

function withSeconds(record: unknown): unknown {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return record;
  const read: Record<string, unknown> = { ...record };
  for (const name of instants) {
    const value = read[name];
    if (typeof value === 'string') read[name] = secondsOfInstant(value) ?? value;
  }
  return read;
}

/** Whether a cell contains only digits. Other notations mean different numbers in different programs and countries. */
const isDigits = (text: string): boolean => /^[0-9]+$/.test(text);

const fieldOf = ([name, text]: [string, string]): [string, unknown][] => {
  if (text === '') return [];
  const isNumber = name === 'quantity' || instants.some((instant) => instant === name);
  return [[name, isNumber && isDigits(text) ? Number(text) : text]];
};

function cellFault(cells: Readonly<Record<string, string>>): { readonly fault: string; readonly field: string } | null {
  const { quantity = '' } = cells;
  if (quantity !== '' && !isDigits(quantity))
    return { field: 'quantity', fault: `must be digits and nothing else, such as 1000, but is ${printable(quantity)}` };
  const wrong = instants.find((name) => {
    const text = cells[name] ?? '';
    return text !== '' && !isDigits(text) && secondsOfInstant(text) === null;
  });
  return wrong
    ? { field: wrong, fault: `must be unix seconds or an instant such as 2026-05-31T12:00:00Z, but is ${printable(cells[wrong] ?? '')}` }
    : null;
}

function rowOf(line: number, cells: Readonly<Record<string, string>>): FileRow {
  const fault = cellFault(cells);
  return fault
    ? { line, record: cells, ...fault }
    : { line, record: withSeconds(Object.fromEntries(Object.entries(cells).flatMap(fieldOf))) };
}

const requiredColumns = ['id', 'organization', 'project_ref', 'metric', 'quantity', 'at'];

/** Maximum number of bytes of the first line that are read for an error message. */
const firstLineBytes = 4096;

function firstLineOf(file: string): string {
  const opened = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(firstLineBytes);
    const length = readSync(opened, bytes, 0, firstLineBytes, 0);
    return (
      bytes
        .toString('utf8', 0, length)
        .replace(/^\uFEFF/, '')
        .split(/\r?\n|\r/, 1)[0] ?? ''
    );
  } finally {
    closeSync(opened);
  }
}

/** @throws {CommandFailure} if the first line does not name columns, separated by commas */
function refuseFirstLine(file: string): void {
  const first = firstLineOf(file);
  const quoted = `The first line of ${file} is "${printable(first)}"`;
  if (/^"?sep=/i.test(first))
    throw new CommandFailure(`${quoted}, which only spreadsheets read; remove it, and separate columns by commas.`);
  const separator = first.includes(';') ? 'semicolons' : first.includes('\t') ? 'tabs' : null;
  if (separator) throw new CommandFailure(`${quoted}, which separates columns by ${separator}; save the file with commas.`);
}

/** @throws {CommandFailure} if a column is missing or named twice */
function refuseColumns(file: string, columns: readonly string[]): void {
  const quoted = `The first line of ${file} is "${printable(columns.join(','))}"`;
  const twice = columns.find((name, index) => columns.indexOf(name) !== index);
  if (twice !== undefined) throw new CommandFailure(`${quoted}, which names the column ${printable(twice)} twice; name each column once.`);
  const missing = requiredColumns.filter((name) => !columns.includes(name));
  if (missing.length > 0)
    throw new CommandFailure(
      `${quoted}, which lacks the ${missing.length === 1 ? 'column' : 'columns'} ${missing.join(', ')}; name every column of the records.`,
    );
}

interface CsvFault {
  readonly code?: unknown;
  readonly message: string;
  readonly lines?: number;
  readonly record?: unknown;
}

/** Makes a message of the parser safe for a terminal, because the message quotes content of the file. */
const printable = (message: string): string =>
  message
    .replace(/[^\x20-\x7e]+/g, '?')
    .slice(0, 200)
    .replace(/\.$/, '');

/** Whether a CSV error is about a single row that has more or fewer cells than the header. */
const isOfOneRow = ({ code }: CsvFault): boolean => typeof code === 'string' && code.startsWith('CSV_RECORD_INCONSISTENT');

async function* csvRows(file: string, stream: ReadStream, afterLine: number): AsyncGenerator<FileRow, void> {
  refuseFirstLine(file);
  const refused: FileRow[] = [];
  let fatal: CsvFault | null = null;
  const parser = stream.pipe(
    parse({
      columns: (names: string[]) => {
        refuseColumns(file, names);
        return names;
      },
      bom: true,
      skip_empty_lines: true,
      trim: true,
      info: true,
      skip_records_with_error: true,
      max_record_size: longestLine,
    }),
  );
  stream.once('error', (error) => parser.destroy(error));
  parser.on('skip', (fault: CsvFault) => {
    const { lines: line = 0, message, record } = fault;
    if (isOfOneRow(fault)) refused.push({ line, record: record ?? null, fault: message.replace(/\.$/, '') });
    else {
      fatal ??= fault;
      parser.destroy(Object.assign(new Error(message), fault));
    }
  });
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: Record<string, string>; info: { lines: number } }>) {
      while ((refused[0]?.line ?? Number.POSITIVE_INFINITY) < info.lines)
        yield* refused.splice(0, 1).filter(({ line }) => line > afterLine);
      if (info.lines > afterLine) yield rowOf(info.lines, record);
    }
    yield* refused.filter(({ line }) => line > afterLine);
  } catch (error) {
    if (fatal === null && !(error instanceof CsvError)) throw error;
    const { message } = fatal ?? (error as CsvFault);
    throw new CommandFailure(`The file ${file} is not valid CSV: ${printable(message)}; its first line must name the columns.`, {
      cause: error,
    });
  }
}

/** @throws {CommandFailure} if the file does not exist or has another type */
export function openUsageFile(file: string): UsageFile {
  const isCsv = /\.csv$/i.test(file);
  if (!isCsv && !/\.(ndjson|jsonl)$/i.test(file)) throw new CommandFailure(`The file ${file} must end in .ndjson or .csv.`);
  const { size, mtimeMs } = facts(file);
  let stream: ReadStream | null = null;
  return {
    size,
    modifiedMs: Math.round(mtimeMs),
    bytesRead: () => stream?.bytesRead ?? 0,
    rows: async function* (afterLine) {
      stream = createReadStream(file);
      try {
        yield* (isCsv ? csvRows : ndjsonRows)(file, stream, afterLine);
      } finally {
        stream.destroy();
      }
    },
  };
}

function facts(file: string): { readonly size: number; readonly mtimeMs: number } {
  try {
    return statSync(file);
  } catch (cause) {
    throw new CommandFailure(`The file ${file} can't be read; give the path of an .ndjson or .csv file.`, { cause });
  }
}
