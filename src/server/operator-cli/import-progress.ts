import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { CommandFailure } from './answers.ts';
import type { UsageFile } from './usage-file.ts';

export interface RefusedLine {
  readonly line: number;
  readonly id: string | null;
  /** Path of the invalid field; empty if the whole line of the file is invalid. */
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

export interface ImportOutcome {
  readonly line: number;
  readonly accepted: number;
  readonly duplicates: number;
  readonly held: number;
  readonly rejected: number;
}

/** Valid only for the same file and the same platform. */
interface Stored extends ImportOutcome {
  readonly size: number;
  readonly modifiedMs: number;
  readonly platform: string;
  readonly refusedBytes: number;
}

export interface ImportProgress {
  readonly before: ImportOutcome;
  readonly refusedFile: string;
  /** Call this before the next batch is sent. */
  readonly keep: (imported: ImportOutcome, refused: readonly (RefusedLine & { readonly record: unknown })[]) => void;
  /** Deletes the progress, and also the file of refused lines if that file is empty. */
  readonly finish: () => void;
  readonly close: () => void;
}

const nothing: ImportOutcome = { line: 0, accepted: 0, duplicates: 0, held: 0, rejected: 0 };

function readStored(path: string): Stored | null {
  if (!existsSync(path)) return null;
  try {
    // Earlier versions stored the progress without `held`.
    return { held: 0, ...JSON.parse(readFileSync(path, 'utf8')) } as Stored;
  } catch {
    // Ignores a damaged file, so that the import starts from the beginning. Imports cannot cause damage: they replace the file atomically.
    return null;
  }
}

/** Opens the progress of an import. Ignores progress of a different file or platform. @param platform identifies the receiver */
export function openProgress(file: string, { size, modifiedMs }: UsageFile, platform: string, fromStart: boolean): ImportProgress {
  const path = `${file}.progress`;
  const refusedFile = `${file}.refused.ndjson`;
  const stored = fromStart ? null : readStored(path);
  const isSame = stored?.size === size && stored.modifiedMs === modifiedMs && stored.platform === platform && existsSync(refusedFile);
  const known = isSame ? stored : null;
  const before = known ?? nothing;
  let refused: number;
  let refusedBytes = known?.refusedBytes ?? 0;
  let latest: ImportOutcome = before;
  try {
    refused = openSync(refusedFile, known ? 'r+' : 'w');
    // Removes refused lines of a batch whose progress was not stored, because that batch is sent again.
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
