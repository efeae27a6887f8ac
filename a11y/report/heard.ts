import { readerKeyResults } from '#a11y/spoken/transcript-faults.ts';
import type { SpokenLine } from '#a11y/spoken/orca/missing-words.ts';
import { readTranscript, readTranscriptLines } from '#a11y/spoken/transcripts.ts';

interface Passage {
  readonly what: string;
  readonly before: string;
  readonly tasks: readonly string[];
}

/** The three worst passages of the first check with Orca. */
const passages: readonly Passage[] = [
  {
    what: 'Plan comparison and plan cards',
    before: 'Dialog, region, caption and size, 21 words, before each of 84 cells and each heading; words ran together ("(MAU)then").',
    tasks: ['Read the plan comparison by table keys', 'Go along the plan cards by their headings'],
  },
  {
    what: 'Upcoming invoice and past invoices',
    before: 'The table keys were silent after "Focus mode".',
    tasks: ['Read the upcoming invoice by table keys', 'Read the past invoices by table keys', 'Read the past invoices as a list'],
  },
  {
    what: 'Charts',
    before: '"slider", "grayed".',
    tasks: ['Read what the last invoices cost along their chart'],
  },
];

const excerptLines = 14;

/** Summarizes Orca's speech after table keys and heading keys. If a task has no such keys, returns the number of spoken words. */
export function keysInWords(lines: readonly SpokenLine[]): string {
  const results = readerKeyResults(lines);
  const words = lines.flatMap(({ said }) => said.join(' ').split(/\s+/)).filter(Boolean).length;
  if (results.length === 0) return `${words} words`;
  const silent = results.filter(({ before }) => before === null).length;
  const most = Math.max(0, ...results.map(({ before }) => before ?? 0));
  return `${results.length} keys, ${silent} without the text, at most ${most} words before it`;
}

export interface HeardTask {
  readonly task: string;
  /** Includes the date of the recording. "Not told yet" if no recording exists. */
  readonly summary: string;
  readonly excerpt: readonly string[];
}

export interface HeardPassage extends Omit<Passage, 'tasks'> {
  readonly after: readonly HeardTask[];
}

function heardTask(task: string): HeardTask {
  const kept = readTranscript({ name: task });
  if (!kept) return { task, summary: 'Not told yet', excerpt: [] };
  const lines = readTranscriptLines({ name: task });
  const excerpt = lines.flatMap(({ done, said }) => [`> ${done}`, ...said]).slice(0, excerptLines);
  return { task, summary: `${keysInWords(lines)}, told ${kept.date}`, excerpt };
}

export const heardPassages = (): readonly HeardPassage[] =>
  passages.map(({ what, before, tasks }) => ({ what, before, after: tasks.map(heardTask) }));
