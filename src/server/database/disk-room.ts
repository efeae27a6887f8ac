import { statfsSync } from 'node:fs';
import { StartError } from '#server/start/start-error.ts';

/**
 * What the disk of the embedded database must have free before a write, in megabytes. The engine survives a table that can't
 * grow, but halts for good when its log can't: the log grows by 16 megabytes at once, and the rest is room for the largest
 * change and concurrent writes.
 */
const reserveMegabytes = 64;

/** Tells how much is free on the disk of a folder, in megabytes. */
export type FreeRoom = (folder: string) => number;

/** Infinity where the file system doesn't say. */
export const freeRoom: FreeRoom = (folder) => {
  const { bavail, blocks, bsize } = statfsSync(folder);
  return blocks === 0 ? Infinity : (bavail * bsize) / 2 ** 20;
};

/** Nothing was written, since the disk is nearly full. */
export class DiskFull extends Error {
  override readonly name = 'DiskFull';
  /** PostgreSQL's own code for it. */
  readonly code = '53100';
}

/** @throws {DiskFull} when the disk has too little room for a write to be safe */
export function requireRoom(folder: string, free: FreeRoom): void {
  const megabytes = free(folder);
  if (megabytes < reserveMegabytes) throw new DiskFull(tooLittle(folder, megabytes));
}

/** The same before a folder is begun or its database opened, which writes as well. @throws {StartError} */
export function requireRoomToStart(folder: string, free: FreeRoom): void {
  const megabytes = free(folder);
  if (megabytes < reserveMegabytes)
    throw new StartError(`${tooLittle(folder, megabytes)}; make room or choose another DATA_DIR (nothing in it was changed).`);
}

const tooLittle = (folder: string, megabytes: number): string =>
  `The data folder ${folder} can't be written safely: its disk is full, with ${Math.floor(megabytes)} MB free of the ${reserveMegabytes} that the database needs`;
