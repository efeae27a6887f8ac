import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from '#server/start/start-error.ts';

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException | null)?.code ?? '';

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'writing there is not permitted',
  EROFS: 'its file system is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk is full for this user',
};

export function unwritableFolder(folder: string, cause: unknown): StartError {
  const code = codeOf(cause);
  const reason = reasons[code];
  return new StartError(
    `The data folder ${folder} can't be written${reason ? `: ${reason}` : ''} (${code}); change that or choose another DATA_DIR.`,
    { cause },
  );
}

export const asUnwritable = (folder: string, error: unknown): unknown =>
  codeOf(error) in reasons ? unwritableFolder(folder, error) : error;

/** Bytes of the test file. The database's first write has the same size, so the test detects an exceeded quota or a full disk. */
const probeBytes = 1024 * 1024;

/** @throws {StartError} if the folder is not writable */
export function refuseUnwritable(folder: string): void {
  const path = join(folder, `lock.probe.${process.pid}`);
  try {
    writeFileSync(path, Buffer.alloc(probeBytes), { flush: true });
  } catch (cause) {
    throw unwritableFolder(folder, cause);
  } finally {
    rmSync(path, { force: true });
  }
}

/** Also creates the parent folders. @throws {StartError} if the system refuses */
export function makeDataFolder(folder: string): void {
  try {
    make(folder);
  } catch (cause) {
    throw new StartError(`The data folder ${folder} can't be created (${codeOf(cause)}); choose another DATA_DIR.`, { cause });
  }
}

/** Creates missing parent folders one by one, because Node's `recursive` retries forever in folders such as /proc. */
function make(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && statSync(folder).isDirectory()) return;
    if (codeOf(error) !== 'ENOENT' || existsSync(dirname(folder))) throw error;
    make(dirname(folder));
    make(folder);
  }
}
