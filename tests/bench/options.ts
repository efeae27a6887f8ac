import { parseArgs } from 'node:util';
import { suites } from './suites.ts';

export interface Options {
  readonly only: readonly string[];
  readonly rounds: number;
  /** Repeats measurements even if this build has results for them. */
  readonly fresh: boolean;
  readonly reportOnly: boolean;
  readonly keep: boolean;
}

/** Default number of rounds. With fewer rounds, the median would be unreliable. */
const usualRounds = 7;

export const usage = `npm run bench -- [--only ${Object.keys(suites).slice(0, 2).join(',')},...] [--rounds ${usualRounds}] [--fresh] [--report] [--keep]

Suites: ${Object.keys(suites).join(', ')}
What this build has results for already is not measured again, so that an interrupted run goes on where it ended.
  --fresh   measures everything anew
  --report  writes the results that are there, and measures nothing
  --keep    keeps the figures in tests/bench/figures and in tests/bench/README.md; suites without a result stay as they were kept`;

/** @throws an error with a one-sentence message if an argument is invalid */
export function readOptions(words: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...words],
    options: {
      only: { type: 'string' },
      rounds: { type: 'string', default: String(usualRounds) },
      fresh: { type: 'boolean', default: false },
      report: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
    },
  });
  const { fresh, report: reportOnly, keep } = values;
  const rounds = Number(values.rounds);
  if (!(rounds >= 1)) throw new Error(`${values.rounds} is no number of rounds.`);
  const only = values.only?.split(',') ?? Object.keys(suites);
  const unknown = only.find((name) => !(name in suites));
  if (unknown !== undefined) throw new Error(`There is no suite named ${unknown}.`);
  return { only, rounds, fresh, reportOnly, keep };
}
