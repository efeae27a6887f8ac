import { suites } from './suites.ts';

export interface Options {
  readonly only: readonly string[];
  readonly rounds: number;
  /** Measures what this build has results for already, too. */
  readonly fresh: boolean;
  /** Writes the page and the table from what is there, and measures nothing. */
  readonly reportOnly: boolean;
  /** Also keeps the figures beside the code and in the README. */
  readonly keep: boolean;
}

/** Fewer rounds would leave a median to chance. */
const usualRounds = 7;

export const usage = `npm run bench -- [--only ${Object.keys(suites).slice(0, 2).join(',')},...] [--rounds ${usualRounds}] [--fresh] [--report] [--keep]

Suites: ${Object.keys(suites).join(', ')}
What this build has results for already is not measured again, so that an interrupted run goes on where it ended.
  --fresh   measures everything anew
  --report  writes the results that are there, and measures nothing
  --keep    keeps the figures in tests/bench/figures and in the README; suites without a result stay as they were kept`;

/** Throws a sentence about what can't be used. */
export function readOptions(words: readonly string[]): Options {
  const options = { only: Object.keys(suites), rounds: usualRounds, fresh: false, reportOnly: false, keep: false };
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    const value = words[index + 1];
    if (word === '--fresh') options.fresh = true;
    else if (word === '--report') options.reportOnly = true;
    else if (word === '--keep') options.keep = true;
    else if (word === '--only' && value !== undefined) {
      options.only = value.split(',');
      index += 1;
    } else if (word === '--rounds' && Number(value) >= 1) {
      options.rounds = Number(value);
      index += 1;
    } else throw new Error(`What is ${word}?`);
  }
  const unknown = options.only.find((name) => !(name in suites));
  if (unknown !== undefined) throw new Error(`There is no suite named ${unknown}.`);
  return options;
}
