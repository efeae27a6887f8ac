import { readFileSync } from 'node:fs';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { UnusableData } from './unusable-data.ts';

const heldHere = new Set<string>();

/** Locks a folder, and replaces the lock of a process that has ended. Returns a function that removes the lock. */
export async function lockFolder(path: string): Promise<() => Promise<void>> {
  if (heldHere.has(path)) throw new UnusableData(`The sandbox gateway's data is already open in this process (${path}).`);
  heldHere.add(path);
  try {
    await take(path);
  } catch (error) {
    heldHere.delete(path);
    throw error;
  }
  return async () => {
    heldHere.delete(path);
    await rm(path, { force: true });
  };
}

async function take(path: string): Promise<void> {
  // Writes a temporary file and links it, so that a lock file always contains a process id.
  const temporaryPath = `${path}.${process.pid}`;
  await writeFile(temporaryPath, String(process.pid), { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      try {
        await link(temporaryPath, path);
        return;
      } catch (error) {
        if (!isCode(error, 'EEXIST')) throw error;
      }
      const owner = Number(await readFile(path, 'utf8').catch(() => ''));
      if (owner !== process.pid && owner > 0 && isRunning(owner)) {
        throw new UnusableData(`The sandbox gateway's data is in use by process ${owner} (${path}); stop it, or use another data folder.`);
      }
      await rm(path, { force: true });
    }
    throw new UnusableData(`Could not lock the sandbox gateway's data (${path}).`);
  } finally {
    await rm(temporaryPath, { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!isCode(error, 'EPERM')) return false;
  }
  return !hasEnded(pid);
}

/** True for a zombie process: it has ended, but its parent has not read the exit code. False without /proc. */
function hasEnded(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return /^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
