import type { Told } from './orca/missing-words.ts';

/** A little more than the longest task that is told has, a downgrade with its survey; one that needs more tells something twice. */
export const mostWords = 340;

/** Faults that are known and not mended yet, by task. */
const openFaults: Readonly<Record<string, readonly string[]>> = {};

/** Signs that are drawn and mean nothing when spoken. */
const glyphs = /[■▪●○◦□‣]/u;

/** A message and the one that shows it to be wrong. */
const contradictions: readonly (readonly [RegExp, RegExp])[] = [[/^There is no change to save/, /^(Successfully|Changes saved)/]];

const isAction = (done: string): boolean => /^press (Enter|Space|Escape|Tab|Shift\+Tab|Arrow(Up|Down))$/.test(done);
/** The last field in the frame of a card: Orca says nothing of the first control behind a frame that is left by Tab. */
const isLastInFrame = (said: string | undefined): boolean => said?.startsWith('Security code (CVC)') === true;
const isInput = (done: string): boolean => /^(press|type|go to)/.test(done);

/** The faults of a told task but for those that are known. */
export const newTranscriptFaults = (task: string, lines: readonly Told[]): string[] =>
  transcriptFaults(lines).filter((fault) => !openFaults[task]?.includes(fault));

/** What in a told task is beside the words that must be there: said twice, wrongly, at too great length, or not at all. */
export function transcriptFaults(lines: readonly Told[]): string[] {
  const faults: string[] = [];
  const all = lines.flatMap(({ said }) => said);
  for (const line of all) if (glyphs.test(line)) faults.push(`a marker is spoken: "${line}"`);
  for (const { done, said } of lines)
    for (const [index, line] of said.entries())
      if (line.length > 12 && !line.startsWith('leaving ') && said.indexOf(line) < index) faults.push(`${done}: said twice: "${line}"`);
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
  const words = all.join(' ').split(/\s+/).length;
  if (words > mostWords) faults.push(`${words} words for one task`);
  return faults;
}
