import { open, readFile } from 'node:fs/promises';
import { UnusableData } from './unusable-data.ts';

/** A log file. Entries appended during a write share the next write and fsync. After a failed write, every call throws. */
export interface AppendLog {
  /** Adds an entry to the next write. Throws if an earlier write failed. */
  append(entry: object): void;
  /** Resolves when all entries appended so far are on disk. */
  durable(): Promise<void>;
  close(): Promise<void>;
}

/** Removes an incomplete last entry, which a crash can leave. */
export async function openFileLog(path: string): Promise<{ log: AppendLog; entries: unknown[] }> {
  const file = await open(path, 'a+', 0o600);
  try {
    const { entries, goodBytes, totalBytes } = parseLines(await readFile(path), path);
    if (goodBytes < totalBytes) await file.truncate(goodBytes);
    return { log: new GroupCommitLog(file), entries };
  } catch (error) {
    await file.close();
    throw error;
  }
}

export function createMemoryLog(): AppendLog {
  return { append: () => {}, durable: () => Promise.resolve(), close: () => Promise.resolve() };
}

/** Parses the complete entries of a log file and returns their size in bytes. Throws if an entry other than the last is damaged. */
export function parseLines(bytes: Buffer, path: string): { entries: unknown[]; goodBytes: number; totalBytes: number } {
  const entries: unknown[] = [];
  let start = 0;
  while (start < bytes.length) {
    const end = bytes.indexOf(10, start);
    if (end === -1) break;
    const entry = parseLine(bytes.subarray(start, end));
    if (entry === undefined) {
      if (end + 1 < bytes.length)
        throw new UnusableData(
          `The log of the sandbox gateway ${path} is damaged in line ${entries.length + 1}; restore a backup of it, or remove it to start empty.`,
        );
      break;
    }
    entries.push(entry);
    start = end + 1;
  }
  return { entries, goodBytes: start, totalBytes: bytes.length };
}

function parseLine(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

interface LogFile {
  appendFile(data: string): Promise<unknown>;
  datasync(): Promise<unknown>;
  close(): Promise<unknown>;
}

class GroupCommitLog implements AppendLog {
  private readonly file: LogFile;
  private pending: string[] = [];
  private appended = 0;
  private written = 0;
  private draining = false;
  private failure: Error | null = null;
  private waiters: { upTo: number; resolve: () => void; reject: (error: Error) => void }[] = [];

  constructor(file: LogFile) {
    this.file = file;
  }

  append(entry: object): void {
    if (this.failure) throw this.failure;
    this.pending.push(`${JSON.stringify(entry)}\n`);
    this.appended += 1;
    if (!this.draining) void this.drain();
  }

  durable(): Promise<void> {
    if (this.failure) return Promise.reject(this.failure);
    if (this.written === this.appended) return Promise.resolve();
    return new Promise((resolve, reject) => this.waiters.push({ upTo: this.appended, resolve, reject }));
  }

  async close(): Promise<void> {
    await this.durable().catch(() => {});
    await this.file.close();
  }

  private async drain(): Promise<void> {
    this.draining = true;
    // Waits for a microtask, so that the first write includes the entries of concurrent requests.
    await Promise.resolve();
    while (this.pending.length > 0 && !this.failure) {
      const batch = this.pending;
      this.pending = [];
      try {
        await this.file.appendFile(batch.join(''));
        await this.file.datasync();
        this.written += batch.length;
      } catch (error) {
        this.failure = error instanceof Error ? error : new Error(String(error));
      }
      this.settle();
    }
    this.draining = false;
  }

  private settle(): void {
    const waiting = this.waiters;
    this.waiters = [];
    for (const waiter of waiting) {
      if (this.failure) waiter.reject(this.failure);
      else if (waiter.upTo <= this.written) waiter.resolve();
      else this.waiters.push(waiter);
    }
  }
}
