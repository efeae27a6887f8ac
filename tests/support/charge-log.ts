import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { logFileName } from '#sandbox/sandbox-gateway.ts';
import { parseLines } from '#sandbox/store/append-log.ts';
import type { LogEntry, MoneyEntry } from '#sandbox/store/entries.ts';

/** Reads all charges, refunds and disputes from the log in a data folder, oldest first. Skips an incomplete last line of the file. */
export async function readChargeLog(dataDir: string): Promise<MoneyEntry[]> {
  const path = join(dataDir, logFileName);
  const { entries } = parseLines(await readFile(path), path);
  return (entries.slice(1) as LogEntry[]).flatMap((entry) => entry.money ?? []);
}
