import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '#server/start/start-error.ts';
import { unwritableFolder } from './data-folder.ts';

interface Owner {
  readonly pid: number;
  /** Start time of the process, in the system's format. Identifies the process together with `pid`, because systems reuse process IDs. */
  readonly started: string;
}

function processOf(pid: number): { state: string; started: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', started: fields[19] ?? '' };
  } catch {
    return null;
  }
}

/** States of ended processes. Until the parent has read its exit code, such a process accepts signals and looks alive. */
const ended: ReadonlySet<string> = new Set(['Z', 'X']);

function isAlive({ pid, started }: Owner): boolean {
  let isForeign = false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    isForeign = (error as NodeJS.ErrnoException).code === 'EPERM';
    if (!isForeign) return false;
  }
  const found = processOf(pid);
  // Some systems hide the processes of other users. A hidden process counts as alive.
  if (found === null) return isForeign || started === '';
  return !ended.has(found.state) && (started === '' || found.started === started);
}

function ownerIn(text: string): Owner | null {
  try {
    const { pid, started } = JSON.parse(text) as Partial<Owner>;
    return Number.isInteger(pid) && typeof started === 'string' ? { pid: pid as number, started } : null;
  } catch {
    return null;
  }
}

const exists = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EEXIST';

export class FolderInUse extends StartError {
  constructor(
    folder: string,
    readonly pid: number,
  ) {
    super(`The data folder ${folder} is in use by process ${pid}; stop it first or choose another DATA_DIR.`);
  }
}

/**
 * Creates the lock as a hard link, because linking is an atomic operation. Replaces the lock of a killed process.
 * @throws {StartError} if the folder is in use or not writable
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'lock');
  const mine = join(folder, `lock.${process.pid}.${randomBytes(4).toString('hex')}`);
  const text = JSON.stringify({ pid: process.pid, started: processOf(process.pid)?.started ?? '' } satisfies Owner);
  try {
    writeFileSync(mine, text, { flag: 'wx' });
  } catch (cause) {
    throw unwritableFolder(folder, cause);
  }
  try {
    for (;;) {
      try {
        linkSync(mine, path);
        break;
      } catch (error) {
        if (!exists(error)) throw error;
        removeStale(folder, path);
      }
    }
  } finally {
    rmSync(mine, { force: true });
  }
  return () => {
    if (readLock(path) === text) rmSync(path, { force: true });
  };
}

function readLock(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function removeStale(folder: string, path: string): void {
  const found = readLock(path);
  if (found === null) return;
  const owner = ownerIn(found);
  if (owner && isAlive(owner)) {
    throw new FolderInUse(folder, owner.pid);
  }
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  // The renamed file is not the stale lock, but the new lock of a process that replaced the stale lock. Restores the new lock.
  if (readLock(aside) !== found) {
    try {
      linkSync(aside, path);
    } catch (error) {
      if (!exists(error)) throw error;
    }
  }
  rmSync(aside, { force: true });
}
