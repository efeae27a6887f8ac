import type { PatternPlays, Play } from './play-parts.ts';

export interface PlayResult {
  readonly pattern: string;
  readonly plan: string;
  readonly test: string;
  readonly title: string;
  readonly said: readonly string[];
  readonly expectations: readonly { readonly priority: number; readonly what: string; readonly isHeard: boolean }[];
}

export const resultOf = ({ pattern, plan }: PatternPlays, { test, title, expects }: Play, said: readonly string[]): PlayResult => ({
  pattern,
  plan,
  test,
  title,
  said,
  expectations: expects.map(({ priority, what, words }) => ({ priority, what, isHeard: words.test(said.join(' ')) })),
});
