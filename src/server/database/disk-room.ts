import { statfsSync } from 'node:fs';
import { StartError } from '#server/start/start-error.ts';

/** Minimum free space for a write, of which 16 MB are for the log. If the log cannot grow, the embedded database halts permanently. */
const reserveMegabytes = 64;

export type FreeRoom = (folder: string) => number;

/** In megabytes; Infinity if the file system does not report it. */
export const freeRoom: FreeRoom = (folder) => {
  const { bavail, blocks, bsize } = statfsSync(folder);
  return blocks === 0 ? Infinity : (bavail * bsize) / 2 ** 20;
};

export class DiskFull extends Error {
  override readonly name = 'DiskFull';
  /** PostgreSQL's error code for "disk full". */
  readonly code = '53100';
}

/** @throws {DiskFull} if less than the reserve is free */
export function requireRoom(folder: string, free: FreeRoom): void {
  const megabytes = free(folder);
  if (megabytes < reserveMegabytes) throw new DiskFull(tooLittle(folder, megabytes));
}

/**
 * Checks the free space before a starting process creates a folder or opens its database. Both steps write to the disk.
 * @throws {StartError}
 */
export function requireRoomToStart(folder: string, free: FreeRoom): void {
  const megabytes = free(folder);
  if (megabytes < reserveMegabytes)
    throw new StartError(`${tooLittle(folder, megabytes)}; make room or choose another DATA_DIR (nothing in it was changed).`);
}

const tooLittle = (folder: string, megabytes: number): string =>
  `The data folder ${folder} can't be written safely: its disk is full, with ${Math.floor(megabytes)} MB free of the ${reserveMegabytes} that the database needs`;
