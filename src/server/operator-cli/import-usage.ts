import { createReadStream, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { SingleBar } from 'cli-progress';
import { parse } from 'csv-parse';
import type { AdminResponse } from '#contract/admin/admin-types.ts';
import type { AdminClient } from './admin-client.ts';
import { CommandFailure } from './answers.ts';

type Outcome = AdminResponse<'sendUsage'>;
type Rejected = Omit<Outcome['rejected'][number], 'index'> & { readonly line: number };

interface Imported {
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: readonly Rejected[];
}

interface Row {
  readonly line: number;
  readonly record: unknown;
}

export const progressBar = (of: string): SingleBar =>
  new SingleBar({ format: `${of} {bar} {percentage}% | {eta_formatted} left`, clearOnComplete: true });

const atOnce = 1000;
const numbers: ReadonlySet<string> = new Set(['quantity', 'at', 'until']);

async function* ndjsonRows(stream: NodeJS.ReadableStream): AsyncGenerator<Row> {
  let line = 0;
  for await (const text of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1;
    if (text.trim() === '') continue;
    let record: unknown = null;
    try {
      record = JSON.parse(text);
    } catch {
      // What is no JSON is refused as a record that is none, with its line.
    }
    yield { line, record };
  }
}

/** A cell as a record has it; an empty one is no field. */
const fieldOf = ([name, text]: [string, string]): [string, unknown][] => {
  if (text === '') return [];
  return [[name, numbers.has(name) && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text]];
};

async function* csvRows(stream: NodeJS.ReadableStream): AsyncGenerator<Row> {
  const parser = stream.pipe(parse({ columns: true, bom: true, skip_empty_lines: true, trim: true, info: true }));
  for await (const { record, info } of parser as AsyncIterable<{ record: Record<string, string>; info: { lines: number } }>)
    yield { line: info.lines, record: Object.fromEntries(Object.entries(record).flatMap(fieldOf)) };
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch (cause) {
    throw new CommandFailure(`The file ${file} can't be read; give the path of an .ndjson or .csv file.`, { cause });
  }
}

/**
 * Sends the records of a file. It may be cut off and begun again: each record has an id, and is counted once.
 * @param showsProgress where somebody looks at a terminal
 */
export async function importUsage({ call }: AdminClient, file: string, showsProgress: boolean): Promise<Imported> {
  const isCsv = /\.csv$/i.test(file);
  if (!isCsv && !/\.(ndjson|jsonl)$/i.test(file)) throw new CommandFailure(`The file ${file} must end in .ndjson or .csv.`);
  const size = sizeOf(file);
  const stream = createReadStream(file);
  const bar = showsProgress ? progressBar('Usage') : null;
  bar?.start(Math.max(1, size), 0);
  let imported: Imported = { accepted: 0, duplicates: 0, rejected: [] };
  let waiting: Row[] = [];
  const send = async (): Promise<void> => {
    const rows = waiting;
    waiting = [];
    if (rows.length === 0) return;
    const { accepted, duplicates, rejected } = await call('sendUsage', { body: { records: rows.map(({ record }) => record) } });
    imported = {
      accepted: imported.accepted + accepted,
      duplicates: imported.duplicates + duplicates,
      rejected: [...imported.rejected, ...rejected.map(({ index, ...problem }) => ({ line: rows[index]?.line ?? 0, ...problem }))],
    };
    bar?.update(stream.bytesRead);
  };
  try {
    for await (const row of isCsv ? csvRows(stream) : ndjsonRows(stream)) {
      waiting.push(row);
      if (waiting.length >= atOnce) await send();
    }
    await send();
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (typeof code !== 'string' || !code.startsWith('CSV_')) throw error;
    throw new CommandFailure(`The file ${file} is not valid CSV: ${(error as Error).message}; its first line must name the columns.`, {
      cause: error,
    });
  } finally {
    bar?.stop();
  }
  return imported;
}
