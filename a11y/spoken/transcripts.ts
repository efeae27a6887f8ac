import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Walk } from '#a11y/walks/walk.ts';

const folder = 'a11y/spoken/transcripts';

const fileOf = ({ name }: Pick<Walk, 'name'>): string => join(folder, `${name.toLowerCase().replace(/[^a-z\d]+/g, '-')}.txt`);

export interface KeptTranscript {
  readonly screen: string;
  readonly date: string;
}

/** The kept transcript of a task, or null where it was never told. */
export function readTranscript(walk: Pick<Walk, 'name'>): KeptTranscript | null {
  if (!existsSync(fileOf(walk))) return null;
  const [, , screen = '', date = ''] = /^(.*)\nScreen (\w+), told (\S+)\n/.exec(readFileSync(fileOf(walk), 'utf8')) ?? [];
  return { screen, date };
}

/** Keeps what was heard, under the screen that it was heard on. */
export function writeTranscript(walk: Pick<Walk, 'name'>, screen: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  const today = new Date().toISOString().slice(0, 10);
  // Addresses and ports of one run are not of interest.
  const readable = text.replace(/127\.0\.0\.1:\d+/g, 'the platform');
  writeFileSync(fileOf(walk), `${walk.name}\nScreen ${screen}, told ${today}\n\n${readable}\n`);
}
