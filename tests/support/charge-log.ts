import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { logFileName } from '#sandbox/sandbox-gateway.ts';
import { parseLines } from '#sandbox/store/append-log.ts';
import type { LogEntry, MoneyEntry } from '#sandbox/store/entries.ts';

/** All charges, refunds and disputes of a data folder, oldest first, read from disk. Skips an incomplete last line. */
export async function readChargeLog(dataDir: string): Promise<MoneyEntry[]> {
  const path = join(dataDir, logFileName);
  const { entries } = parseLines(await readFile(path), path);
  return (entries.slice(1) as LogEntry[]).flatMap((entry) => entry.money ?? []);
}
