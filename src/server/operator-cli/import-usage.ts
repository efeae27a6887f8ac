import { setTimeout as wait } from 'node:timers/promises';
import { SingleBar } from 'cli-progress';
import { SEND_AGAIN } from '#contract/usage-codes.ts';
import type { AdminClient } from './admin-client.ts';
import { CommandFailure } from './answers.ts';
import { type ImportOutcome, openProgress, type RefusedLine } from './import-progress.ts';
import { type FileRow, openUsageFile } from './usage-file.ts';

export interface UsageImport extends Omit<ImportOutcome, 'line'> {
  /** First refused lines of the file, for display. The file of refused lines contains all refused lines. */
  readonly firstRejected: readonly RefusedLine[];
  readonly refusedFile: string;
  /** Line of the file after which the import resumed; 0 if the import started from the beginning. */
  readonly wentOnAfterLine: number;
  /** Number of the last line that was sent before Ctrl-C; null if the import is complete. */
  readonly interruptedAfterLine: number | null;
}

export const progressBar = (of: string): SingleBar =>
  new SingleBar({ format: `${of} {bar} {percentage}% | {eta_formatted} left`, clearOnComplete: true });

const atOnce = 5000;
const bytesAtOnce = 2_000_000;
const mostShown = 20;

/** Handles Ctrl-C. After the first signal, the import stops at the end of the current batch; a second signal ends the process. */
function interruptions() {
  let isInterrupted = false;
  const note = (): void => {
    isInterrupted = true;
  };
  process.once('SIGINT', note).once('SIGTERM', note);
  return { isInterrupted: () => isInterrupted, forget: () => void process.off('SIGINT', note).off('SIGTERM', note) };
}

type RefusedRow = RefusedLine & { readonly record: unknown };

interface SentRecords {
  readonly accepted: number;
  readonly duplicates: number;
  readonly held: number;
  readonly refused: readonly RefusedRow[];
}

const defaultPausesMs: readonly number[] = [250, 1000, 4000];

/** Sends records. Retries records that were rejected because of a temporary fault. @throws {CommandFailure} if the fault persists */
async function sendRecords(client: AdminClient, rows: readonly FileRow[], pausesMs: readonly number[]): Promise<SentRecords> {
  const { accepted, duplicates, held, rejected } = await client.call('sendUsage', { body: { records: rows.map(({ record }) => record) } });
  const refused = rejected.map(({ index, ...problem }): RefusedRow => {
    const { line = 0, record = null } = rows[index] ?? {};
    return { line, ...problem, record };
  });
  const unbooked = new Set(refused.filter(({ code }) => code === SEND_AGAIN).map(({ line }) => line));
  if (unbooked.size === 0) return { accepted, duplicates, held, refused };
  const [pauseMs, ...laterPausesMs] = pausesMs;
  if (pauseMs === undefined)
    throw new CommandFailure(
      `${unbooked.size} ${unbooked.size === 1 ? 'record' : 'records'} could not be booked now. Run the same command again: it continues with this batch, and no record is counted twice.`,
    );
  await wait(pauseMs);
  const again = await sendRecords(
    client,
    rows.filter(({ line }) => unbooked.has(line)),
    laterPausesMs,
  );
  return {
    accepted: accepted + again.accepted,
    duplicates: duplicates + again.duplicates,
    held: held + again.held,
    refused: [...refused.filter(({ code }) => code !== SEND_AGAIN), ...again.refused],
  };
}

async function send(client: AdminClient, rows: readonly FileRow[], pausesMs: readonly number[]): Promise<SentRecords> {
  const readable = rows.filter(({ fault }) => fault === undefined);
  const { accepted, duplicates, held, refused } =
    readable.length > 0 ? await sendRecords(client, readable, pausesMs) : { accepted: 0, duplicates: 0, held: 0, refused: [] };
  const unreadable = rows.flatMap(({ line, record, fault, field = '' }): RefusedRow[] =>
    fault === undefined ? [] : [{ line, id: null, path: field, code: 'malformed', message: fault, record }],
  );
  return { accepted, duplicates, held, refused: [...unreadable, ...refused].sort((a, b) => a.line - b.line) };
}

interface ImportOptions {
  readonly showsProgress: boolean;
  readonly fromStart: boolean;
  readonly pausesMs?: readonly number[];
}

/** Imports a file. Resumes an interrupted import, and repeats a batch whose response was lost. Each record still counts only once. */
export async function importUsage(
  client: AdminClient,
  file: string,
  { showsProgress, fromStart, pausesMs = defaultPausesMs }: ImportOptions,
): Promise<UsageImport> {
  const source = openUsageFile(file);
  const progress = openProgress(file, source, client.platform, fromStart);
  const bar = showsProgress ? progressBar('Usage') : null;
  const { isInterrupted, forget } = interruptions();
  const firstRejected: RefusedLine[] = [];
  let imported = progress.before;
  let waiting: FileRow[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    const rows = waiting;
    [waiting, bytes] = [[], 0];
    const { accepted, duplicates, held, refused } = await send(client, rows, pausesMs);
    imported = {
      line: rows.at(-1)?.line ?? imported.line,
      accepted: imported.accepted + accepted,
      duplicates: imported.duplicates + duplicates,
      held: imported.held + held,
      rejected: imported.rejected + refused.length,
    };
    progress.keep(imported, refused);
    const shown = refused.slice(0, mostShown - firstRejected.length);
    firstRejected.push(...shown.map(({ line, id, path, code, message }) => ({ line, id, path, code, message })));
    bar?.update(source.bytesRead());
  };
  bar?.start(Math.max(1, source.size), 0);
  try {
    for await (const row of source.rows(imported.line)) {
      waiting.push(row);
      bytes += JSON.stringify(row.record).length;
      if (waiting.length >= atOnce || bytes >= bytesAtOnce) await flush();
      if (isInterrupted()) break;
    }
    if (!isInterrupted()) {
      if (waiting.length > 0) await flush();
      progress.finish();
      if (imported.line === 0)
        throw new CommandFailure(
          `The file ${file} has no usage record; each line below the names of the columns is one, or each line of .ndjson.`,
        );
      progress.finish();
    }
  } finally {
    bar?.stop();
    forget();
    progress.close();
  }
  const { line, ...counted } = imported;
  return {
    ...counted,
    firstRejected,
    refusedFile: progress.refusedFile,
    wentOnAfterLine: progress.before.line,
    interruptedAfterLine: isInterrupted() ? line : null,
  };
}
