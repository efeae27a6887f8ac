import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { CommandFailure } from './answers.ts';
import type { UsageFile } from './usage-file.ts';

/** A line that was not counted, and why. */
export interface RefusedLine {
  readonly line: number;
  readonly id: string | null;
  /** The field that is wrong; empty where it is the whole line. */
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** How far an import has come: all lines up to one, and what has become of them. */
export interface Imported {
  readonly line: number;
  readonly accepted: number;
  readonly duplicates: number;
  /** Records that wait for staff. */
  readonly held: number;
  readonly rejected: number;
}

/** Of which file, and to which platform: anything else begins at the first line. */
interface Stored extends Imported {
  readonly size: number;
  readonly modifiedMs: number;
  readonly platform: string;
  readonly refusedBytes: number;
}

export interface ImportProgress {
  readonly before: Imported;
  readonly refusedFile: string;
  /** Keeps how far it has come, on disk, before the next batch is sent. */
  readonly keep: (imported: Imported, refused: readonly (RefusedLine & { readonly record: unknown })[]) => void;
  /** It is done: the file of refused lines stays, where there are any. */
  readonly finish: () => void;
  readonly close: () => void;
}

const nothing: Imported = { line: 0, accepted: 0, duplicates: 0, held: 0, rejected: 0 };

function readStored(path: string): Stored | null {
  if (!existsSync(path)) return null;
  try {
    // The version before wrote no `held`.
    return { held: 0, ...JSON.parse(readFileSync(path, 'utf8')) } as Stored;
  } catch {
    // Whatever it is, it is not what an import has left: that is written whole or not at all.
    return null;
  }
}

/**
 * What an earlier import of the same file has left beside it, or a new beginning.
 * @param platform names the one that usage is sent to
 */
export function openProgress(file: string, { size, modifiedMs }: UsageFile, platform: string, fromStart: boolean): ImportProgress {
  const path = `${file}.progress`;
  const refusedFile = `${file}.refused.ndjson`;
  const stored = fromStart ? null : readStored(path);
  const isSame = stored?.size === size && stored.modifiedMs === modifiedMs && stored.platform === platform && existsSync(refusedFile);
  const known = isSame ? stored : null;
  const before = known ?? nothing;
  let refused: number;
  let refusedBytes = known?.refusedBytes ?? 0;
  let latest: Imported = before;
  try {
    refused = openSync(refusedFile, known ? 'r+' : 'w');
    // What a batch has left whose end was not written down is written again.
    ftruncateSync(refused, refusedBytes);
  } catch (cause) {
    throw new CommandFailure(`${refusedFile} can't be written; put the file into a folder where the lines that are refused can be.`, {
      cause,
    });
  }
  return {
    before: { line: before.line, accepted: before.accepted, duplicates: before.duplicates, held: before.held, rejected: before.rejected },
    refusedFile,
    keep: (imported, lines) => {
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
      if (text !== '') refusedBytes += writeSync(refused, text, refusedBytes);
      latest = imported;
      const all: Stored = { ...imported, size, modifiedMs, platform, refusedBytes };
      writeFileSync(`${path}.new`, JSON.stringify(all));
      renameSync(`${path}.new`, path);
    },
    finish: () => {
      rmSync(path, { force: true });
      if (latest.rejected === 0) rmSync(refusedFile, { force: true });
    },
    close: () => closeSync(refused),
  };
}
