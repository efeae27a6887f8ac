import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from '#server/start/start-error.ts';

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException | null)?.code ?? '';

/** Why a system takes no file, in words for who started the program. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'writing there is not permitted',
  EROFS: 'its file system is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk is full for this user',
};

/** The error for a folder that can't be written, whatever the system's reason. */
export function unwritableFolder(folder: string, cause: unknown): StartError {
  const code = codeOf(cause);
  const reason = reasons[code];
  return new StartError(
    `The data folder ${folder} can't be written${reason ? `: ${reason}` : ''} (${code}); change that or choose another DATA_DIR.`,
    { cause },
  );
}

/** The same for a failure that may have another cause; those are returned unchanged. */
export const asUnwritable = (folder: string, error: unknown): unknown =>
  codeOf(error) in reasons ? unwritableFolder(folder, error) : error;

/** As much as the database writes first, so that a quota or a full disk shows at once. Bytes. */
const probeBytes = 1024 * 1024;

/**
 * Looks whether a folder takes a file, by writing one.
 * @throws {StartError} when it does not
 */
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

/**
 * Makes a data folder that is not there yet, with those above it.
 * @throws {StartError} when the system refuses to create it
 */
export function makeDataFolder(folder: string): void {
  try {
    make(folder);
  } catch (cause) {
    throw new StartError(`The data folder ${folder} can't be made (${codeOf(cause)}); choose another DATA_DIR.`, { cause });
  }
}

/** Step by step: where a folder takes no others, as /proc does, Node's `recursive` tries again without end. */
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
