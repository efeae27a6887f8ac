import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseLines } from './store/append-log.ts';
import type { LogEntry, MoneyEntry } from './store/entries.ts';

export const logFileName = 'charges.jsonl';

/**
 * Every charge, refund and dispute in a data folder, oldest first, read from the disk alone: for checkers that must not
 * trust a running process. A line being written just now is left out.
 */
export async function readChargeLog(dataDir: string): Promise<MoneyEntry[]> {
  const path = join(dataDir, logFileName);
  const { entries } = parseLines(await readFile(path), path);
  return (entries.slice(1) as LogEntry[]).flatMap((entry) => entry.money ?? []);
}
