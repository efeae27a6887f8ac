import { SingleBar } from 'cli-progress';
import type { AdminClient } from './admin-client.ts';
import { type Imported, openProgress, type RefusedLine } from './import-progress.ts';
import { type FileRow, openUsageFile } from './usage-file.ts';

export interface UsageImport extends Omit<Imported, 'line'> {
  /** The first lines that were refused; all of them are in the file. */
  readonly firstRejected: readonly RefusedLine[];
  readonly refusedFile: string;
  /** The line after which an earlier import has ended; 0 where there was none. */
  readonly wentOnAfterLine: number;
  /** The last line that was sent, where somebody has interrupted it; null where all were. */
  readonly interruptedAfterLine: number | null;
}

export const progressBar = (of: string): SingleBar =>
  new SingleBar({ format: `${of} {bar} {percentage}% | {eta_formatted} left`, clearOnComplete: true });

/** A call takes so many, and so much of them. */
const atOnce = 5000;
const bytesAtOnce = 2_000_000;
const mostShown = 20;

/** Ctrl-C lets the batch under way end; a second one does not wait for it. */
function interruptions() {
  let isInterrupted = false;
  const note = (): void => {
    isInterrupted = true;
  };
  process.once('SIGINT', note).once('SIGTERM', note);
  return { isInterrupted: () => isInterrupted, forget: () => void process.off('SIGINT', note).off('SIGTERM', note) };
}

type RefusedRow = RefusedLine & { readonly record: unknown };

async function send({ call }: AdminClient, rows: readonly FileRow[]) {
  const readable = rows.filter(({ fault }) => fault === undefined);
  const { accepted, duplicates, rejected } =
    readable.length > 0
      ? await call('sendUsage', { body: { records: readable.map(({ record }) => record) } })
      : { accepted: 0, duplicates: 0, rejected: [] };
  const unreadable = rows.flatMap(({ line, record, fault }): RefusedRow[] =>
    fault === undefined ? [] : [{ line, id: null, path: '', code: 'malformed', message: fault, record }],
  );
  const refused = rejected.map(({ index, ...problem }): RefusedRow => {
    const { line = 0, record = null } = readable[index] ?? {};
    return { line, ...problem, record };
  });
  return { accepted, duplicates, refused: [...unreadable, ...refused].sort((a, b) => a.line - b.line) };
}

interface ImportOptions {
  /** Where somebody looks at a terminal. */
  readonly showsProgress: boolean;
  /** Whatever an earlier import has left. */
  readonly fromStart: boolean;
}

/**
 * Sends the records of a file. How far it has come is kept beside it, so that it may be interrupted, or killed, and goes on where it
 * ended; a batch whose answer was lost is sent again, and each record of it is counted once. It holds one batch in memory.
 */
export async function importUsage(client: AdminClient, file: string, { showsProgress, fromStart }: ImportOptions): Promise<UsageImport> {
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
    const { accepted, duplicates, refused } = await send(client, rows);
    imported = {
      line: rows.at(-1)?.line ?? imported.line,
      accepted: imported.accepted + accepted,
      duplicates: imported.duplicates + duplicates,
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
