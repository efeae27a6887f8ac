import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Walk } from '#a11y/walks/walk.ts';
import type { Told } from './orca/missing-words.ts';

export const transcriptsFolder = 'a11y/spoken/transcripts';

const fileName = ({ name }: Pick<Walk, 'name'>): string => `${name.toLowerCase().replace(/[^a-z\d]+/g, '-')}.txt`;
const fileOf = (walk: Pick<Walk, 'name'>): string => join(transcriptsFolder, fileName(walk));

/** What was done and heard, as it is kept: the lines of a file below its head. */
export function linesOf(file: string): Told[] {
  const lines: { done: string; said: string[] }[] = [];
  for (const line of file.split('\n').slice(3))
    if (line.startsWith('> ')) lines.push({ done: line.slice(2), said: [] });
    else if (line.trim() !== '') lines.at(-1)?.said.push(line.trim());
  return lines;
}

export interface KeptTranscript {
  /** Names what was met when it was told. */
  readonly screen: string;
  /** Day, ISO. */
  readonly date: string;
}

/** The kept transcript of a task, or null where it was never told. */
export function readTranscript(walk: Pick<Walk, 'name'>): KeptTranscript | null {
  if (!existsSync(fileOf(walk))) return null;
  const [, , screen = '', date = ''] = /^(.*)\nScreen (\w+), told (\S+)\n/.exec(readFileSync(fileOf(walk), 'utf8')) ?? [];
  return { screen, date };
}

/** Addresses, ports and the days of one run are not of interest. */
const readable = (text: string): string => text.replace(/127\.0\.0\.1:\d+/g, 'the platform');

/** Keeps what was heard, under what it was heard of. */
export function writeTranscript(walk: Pick<Walk, 'name'>, screen: string, text: string): void {
  mkdirSync(transcriptsFolder, { recursive: true });
  const today = new Date().toISOString().slice(0, 10);
  writeFileSync(fileOf(walk), `${walk.name}\nScreen ${screen}, told ${today}\n\n${readable(text)}\n`);
}

/** Files of tasks that are no longer told. */
export function strayTranscripts(walks: readonly Pick<Walk, 'name'>[]): string[] {
  const known = new Set(walks.map(fileName));
  return existsSync(transcriptsFolder) ? readdirSync(transcriptsFolder).filter((name) => !known.has(name)) : [];
}

export const removeStrayTranscripts = (walks: readonly Pick<Walk, 'name'>[]): void =>
  strayTranscripts(walks).forEach((name) => rmSync(join(transcriptsFolder, name)));
