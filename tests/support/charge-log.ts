import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { logFileName } from '#sandbox/sandbox-gateway.ts';
import { parseLines } from '#sandbox/store/append-log.ts';
import type { LogEntry, MoneyEntry } from '#sandbox/store/entries.ts';

/**
 * Every charge, refund and dispute in a data folder, oldest first, read from the disk alone: for checkers that must not
 * trust a running process. A line being written just now is left out.
 */
export async function readChargeLog(dataDir: string): Promise<MoneyEntry[]> {
  const path = join(dataDir, logFileName);
  const { entries } = parseLines(await readFile(path), path);
  return (entries.slice(1) as LogEntry[]).flatMap((entry) => entry.money ?? []);
}
