import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Walk } from '#a11y/walks/walk.ts';
import type { SpokenLine } from './orca/missing-words.ts';

export const transcriptsFolder = 'a11y/spoken/transcripts';

const fileName = ({ name }: Pick<Walk, 'name'>): string => `${name.toLowerCase().replace(/[^a-z\d]+/g, '-')}.txt`;
const fileOf = (walk: Pick<Walk, 'name'>): string => join(transcriptsFolder, fileName(walk));

export function linesOf(file: string): SpokenLine[] {
  const lines: { done: string; said: string[] }[] = [];
  for (const line of file.split('\n').slice(3))
    if (line.startsWith('> ')) lines.push({ done: line.slice(2), said: [] });
    else if (line.trim() !== '') lines.at(-1)?.said.push(line.trim());
  return lines;
}

export const readTranscriptLines = (walk: Pick<Walk, 'name'>): SpokenLine[] =>
  existsSync(fileOf(walk)) ? linesOf(readFileSync(fileOf(walk), 'utf8')) : [];

export interface KeptTranscript {
  readonly screen: string;
  readonly date: string;
}

export function readTranscript(walk: Pick<Walk, 'name'>): KeptTranscript | null {
  if (!existsSync(fileOf(walk))) return null;
  const [, , screen = '', date = ''] = /^(.*)\nScreen (\w+), told (\S+)\n/.exec(readFileSync(fileOf(walk), 'utf8')) ?? [];
  return { screen, date };
}

/** Replaces the server address in a text, because its port differs in each run. */
const readable = (text: string): string => text.replace(/127\.0\.0\.1:\d+/g, 'the platform');

export function writeTranscript(walk: Pick<Walk, 'name'>, screen: string, text: string): void {
  mkdirSync(transcriptsFolder, { recursive: true });
  const today = new Date().toISOString().slice(0, 10);
  writeFileSync(fileOf(walk), `${walk.name}\nScreen ${screen}, told ${today}\n\n${readable(text)}\n`);
}

export function strayTranscripts(walks: readonly Pick<Walk, 'name'>[]): string[] {
  const known = new Set(walks.map(fileName));
  return existsSync(transcriptsFolder) ? readdirSync(transcriptsFolder).filter((name) => !known.has(name)) : [];
}

export const removeStrayTranscripts = (walks: readonly Pick<Walk, 'name'>[]): void =>
  strayTranscripts(walks).forEach((name) => rmSync(join(transcriptsFolder, name)));
