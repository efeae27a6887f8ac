import type { Target } from '#a11y/states/state.ts';

export interface Expectation {
  /** Priority in ARIA-AT: 1 is must, 2 is should, 3 is may. */
  readonly priority: 1 | 2 | 3;
  readonly what: string;
  readonly words: RegExp;
  readonly unspoken?: string;
}

/** An ARIA-AT test of an ARIA pattern. The test runs on a control of the billing page with the same pattern. */
export interface Play {
  readonly test: string;
  readonly title: string;
  /** Position of the focus before the test: on the control, one tab stop before or after the control, or unchanged. */
  readonly from: 'on' | 'before' | 'after' | 'here';
  readonly at: Target;
  /** X11 names of the keys to press. */
  readonly keys: readonly string[];
  readonly expects: readonly Expectation[];
}

export interface PatternPlays {
  readonly pattern: string;
  /** Path of the test plan in w3c/aria-at, below "tests/apg". */
  readonly plan: string;
  readonly address: string;
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
