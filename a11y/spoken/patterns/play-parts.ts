import type { Target } from '#a11y/states/state.ts';

/** What must be conveyed. */
export interface Expectation {
  /** As ARIA-AT ranks it: 1 must, 2 should, 3 may. */
  readonly priority: 1 | 2 | 3;
  readonly what: string;
  readonly words: RegExp;
  /** Why it is not conveyed, where that is known. */
  readonly unspoken?: string;
}

/** One test of ARIA-AT, played on our own control of that pattern. */
export interface Play {
  /** Its id within the plan. */
  readonly test: string;
  readonly title: string;
  /** Where one is before: on the control, on the stop before or after it, or where the play before has ended. */
  readonly from: 'on' | 'before' | 'after' | 'here';
  readonly at: Target;
  /** In the names of X. */
  readonly keys: readonly string[];
  readonly expects: readonly Expectation[];
}

export interface PatternPlays {
  readonly pattern: string;
  /** The test plan: a folder of w3c/aria-at, below "tests/apg". */
  readonly plan: string;
  readonly address: string;
  /** Pressed one after another to get to the control. */
  readonly opens: readonly Target[];
  readonly plays: readonly Play[];
}

export const must = (what: string, words: RegExp): Expectation => ({ priority: 1, what, words });
export const should = (what: string, words: RegExp, unspoken?: string): Expectation => ({
  priority: 2,
  what,
  words,
  ...(unspoken !== undefined && { unspoken }),
});
export const play = (test: string, title: string, from: Play['from'], at: Target, keys: string, ...expects: Expectation[]): Play => ({
  test,
  title,
  from,
  at,
  keys: keys.split(' '),
  expects,
});

export const noPosition = 'Orca says positions only where its user has asked for them; the control gives them.';
