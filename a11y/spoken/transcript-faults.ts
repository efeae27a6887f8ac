import type { SpokenLine } from './orca/missing-words.ts';

/** Maximum number of spoken words per task, slightly above the longest task. A task with more words probably repeats itself. */
export const mostWords = 340;

const openFaults: Readonly<Record<string, readonly string[]>> = {};

const glyphs = /[■▪●○◦□‣]/u;

/** The second message of a pair contradicts the first. */
const contradictions: readonly (readonly [RegExp, RegExp])[] = [[/^There is no change to save/, /^(Successfully|Changes saved)/]];

const isAction = (done: string): boolean => /^press (Enter|Space|Escape|Tab|Shift\+Tab|Arrow(Up|Down))$/.test(done);
/** If Tab leaves a frame, Orca does not announce the next control. */
const isLastInFrame = (said: string | undefined): boolean => said?.startsWith('Security code (CVC)') === true;
const isInput = (done: string): boolean => /^(press|type|go to)/.test(done);

export const newTranscriptFaults = (task: string, lines: readonly SpokenLine[]): string[] =>
  transcriptFaults(lines).filter((fault) => !openFaults[task]?.includes(fault));

/** Matches a screen reader command that moves through tables or headings. Captures the first words of the expected cell or heading. */
const readerKey = /^(?:table|heading) key \w+ to "(.*)"$/;
/** Maximum number of spoken words before the first useful word. */
const mostWordsBefore = 12;

export interface ReaderKeyResult {
  readonly words: string;
  /** Number of words spoken before the expected text; null if the text was not spoken. */
  readonly before: number | null;
}

const header = /^(.+?) (?:column|row) header\.$/;

const headersIn = (lines: readonly SpokenLine[]): ReadonlySet<string> =>
  new Set(lines.flatMap(({ said }) => said.flatMap((words) => header.exec(words)?.[1] ?? [])));

const wordCount = (text: string): number => text.split(' ').filter(Boolean).length;

/** Orca speaks the header of a cell before the expected text. A header is useful, so `before` does not count its words. */
export function readerKeyResults(lines: readonly SpokenLine[]): (SpokenLine & ReaderKeyResult)[] {
  const headers = headersIn(lines);
  return lines.flatMap((line) => {
    const text = readerKey.exec(line.done)?.[1];
    if (text === undefined) return [];
    const [first = '', ...others] = line.said;
    const words = [first, ...others].join(' ').replace(/\s+/g, ' ').trim();
    const at = words === '' ? -1 : words.toLowerCase().indexOf(text.toLowerCase());
    const useful = others.length > 0 && headers.has(first) ? wordCount(first) : 0;
    return [{ ...line, words, before: at === -1 ? null : Math.max(0, wordCount(words.slice(0, at)) - useful) }];
  });
}

/** Faults are silence, a change of mode, wrong text, and too many words before the expected text. */
function readerKeyFaults({ done, said, words, before }: SpokenLine & ReaderKeyResult): string[] {
  if (said.length === 0) return [`silence after ${done}`];
  if (said.some((spoken) => spoken.startsWith('Focus mode'))) return [`${done} leaves reading mode`];
  if (before === null) return [`${done}: said "${words}"`];
  return before > mostWordsBefore ? [`${done}: ${before} words before it`] : [];
}

/**
 * Maximum number of times that Orca may say the same line in one step. While typing, it is 2, because each letter changes the list of
 * options.
 */
const mostTimes = (done: string): number => (done.startsWith('type ') ? 2 : 1);
const timesBefore = (said: readonly string[], index: number): number => said.slice(0, index).filter((line) => line === said[index]).length;

export function transcriptFaults(lines: readonly SpokenLine[]): string[] {
  const faults: string[] = [];
  const all = lines.flatMap(({ said }) => said);
  for (const line of all) if (glyphs.test(line)) faults.push(`a marker is spoken: "${line}"`);
  // Finds lines that Orca repeats within a step. Short lines and "leaving ..." may repeat.
  for (const { done, said } of lines)
    for (const [index, line] of said.entries())
      if (line.length > 12 && !line.startsWith('leaving ') && timesBefore(said, index) >= mostTimes(done))
        faults.push(`${done}: said twice: "${line}"`);
  for (const [first, second] of contradictions) {
    const at = all.findIndex((line) => first.test(line));
    if (at !== -1 && all.slice(at).some((line) => second.test(line))) faults.push(`"${all[at]}" is contradicted within the same task`);
  }
  for (const [index, { done }] of lines.entries()) {
    const next = lines.findIndex((line, other) => other > index && isInput(line.done));
    const until = lines.slice(index, next === -1 ? lines.length : next);
    const before = lines.slice(0, index).findLast(({ said }) => said.length > 0);
    if (done === 'press Tab' && isLastInFrame(before?.said.at(-1))) continue;
    if (isAction(done) && until.every(({ said }) => said.length === 0)) faults.push(`silence after ${done}`);
  }
  faults.push(...readerKeyResults(lines).flatMap(readerKeyFaults));
  // Ignores the commands that move through tables or headings, because the tasks use them to read whole tables.
  const spokenLines = lines.filter(({ done }) => !readerKey.test(done)).flatMap(({ said }) => said);
  const words = spokenLines.join(' ').split(/\s+/).length;
  if (words > mostWords) faults.push(`${words} words for one task`);
  return faults;
}
