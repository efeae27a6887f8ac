import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const inMemory = '/dev/shm';

/** Uses a folder in memory for temporary files if `neededBytes` are free, because tests create hundreds of databases and profiles. */
export function useMemoryFolder(neededBytes: number): void {
  if (process.env['TMPDIR'] || !existsSync(inMemory) || freemem() < neededBytes) return;
  const { bavail, bsize } = statfsSync(inMemory);
  if (bavail * bsize < neededBytes) return;
  for (const name of readdirSync(inMemory)) {
    const owner = /^billing-tests-(\d+)-/.exec(name)?.[1];
    // Removes the folder of an interrupted run.
    if (owner && !existsSync(`/proc/${owner}`)) rmSync(join(inMemory, name), { recursive: true, force: true });
  }
  const folder = mkdtempSync(join(inMemory, `billing-tests-${process.pid}-`));
  chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}
