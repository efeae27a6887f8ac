import type { State, Target } from '#a11y/states/state.ts';
import { describeTarget } from '#a11y/support/locate.ts';
import { hears, unheard, type Utterance } from './virtual.ts';

const isNamed = (said: string, name: string | RegExp): boolean => (typeof name === 'string' ? said === name : name.test(said));

function isHeard(read: readonly Utterance[], { role, name }: Target): boolean {
  if (role !== 'text') return read.some((said) => said.role === role && isNamed(said.name, name));
  // Accepts any utterance that contains the text, because a screen reader may read the text as part of a larger element.
  return read.some((said) =>
    typeof name === 'string' ? said.words.includes(name) : [said.name, said.words].some((words) => name.test(words)),
  );
}

/** Returns faults: visible elements that are not read, and utterances without usable information. */
export function notHeard(state: Pick<State, 'sees' | 'hears'>, read: readonly Utterance[]): string[] {
  return [
    ...unheard(read),
    ...state.sees.filter((target) => !isHeard(read, target)).map((target) => `seen but not heard: ${describeTarget(target)}`),
    ...(state.hears ?? []).filter((words) => !hears(read, words)).map((words) => `no utterance says ${words.join(' + ')}`),
  ];
}
