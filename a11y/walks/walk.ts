import { describeTarget } from '#a11y/support/locate.ts';
import type { Target } from '#a11y/states/state.ts';
import type { Member } from '#a11y/states/scenarios.ts';

/** What happens beside the keyboard while a member is at it. */
export type Meanwhile = 'the session ends' | 'the session is there again' | 'the connection is lost' | 'the connection is back';

/** One thing that hands on a keyboard do, and where the focus then is. */
export type WalkStep =
  /** Tab (or another key) until the focus is there; every stop on the way must show itself. */
  | { readonly do: 'to'; readonly target: Target; readonly key: string }
  /** One key; the focus is then at `focus`, or stays where it was. `says` are words that a screen reader then speaks. */
  | { readonly do: 'key'; readonly key: string; readonly focus?: Target; readonly says?: readonly string[] }
  /** One key that leads elsewhere: to another document, or into a dialog. */
  | { readonly do: 'leave'; readonly key: string }
  | { readonly do: 'type'; readonly text: string }
  /** Something is on the screen; where the focus is does not change by it. A dialog has the focus inside it. */
  | { readonly do: 'see'; readonly target: Target }
  /** Something can be pressed now: what it waited for has come. */
  | { readonly do: 'ready'; readonly target: Target }
  /** The focus comes back by itself, as after a dialog that closes when its work is done. */
  | { readonly do: 'return'; readonly target: Target }
  /** Something was said by a live region since the walk began. */
  | { readonly do: 'hear'; readonly words: string }
  /** One key that brings a file. */
  | { readonly do: 'download'; readonly key: string; readonly file: RegExp }
  | { readonly do: 'meanwhile'; readonly what: Meanwhile };

/** A task, by keys alone. */
export interface Walk {
  readonly name: string;
  readonly member: Member | null;
  readonly address: string;
  readonly steps: readonly WalkStep[];
  /** True where it changes what the platform stores. */
  readonly changes?: boolean;
  /** True where it changes what the browser stores: a page of its own must not share that with the others. */
  readonly isApart?: boolean;
  /** True where it is one of the tasks that must work by ear as well: Orca tells it. */
  readonly isTold?: boolean;
}

/** True where a walk needs a browser that nobody else has used. */
export const isAlone = ({ member, isApart, steps }: Walk): boolean =>
  member === null || isApart === true || steps.some((step) => step.do === 'meanwhile');

export const tabTo = (target: Target): WalkStep => ({ do: 'to', target, key: 'Tab' });
export const tabBackTo = (target: Target): WalkStep => ({ do: 'to', target, key: 'Shift+Tab' });
export const arrowTo = (key: 'ArrowDown' | 'ArrowUp', target: Target): WalkStep => ({ do: 'to', target, key });
export const keyThen = (key: string, focus: Target): WalkStep => ({ do: 'key', key, focus });
export const leave = (key: string): WalkStep => ({ do: 'leave', key });
export const stay = (key: string, ...says: string[]): WalkStep => ({ do: 'key', key, says });
export const type = (text: string): WalkStep => ({ do: 'type', text });
export const see = (target: Target): WalkStep => ({ do: 'see', target });
export const ready = (target: Target): WalkStep => ({ do: 'ready', target });
export const comesBackTo = (target: Target): WalkStep => ({ do: 'return', target });
export const hear = (words: string): WalkStep => ({ do: 'hear', words });
export const download = (key: string, file: RegExp): WalkStep => ({ do: 'download', key, file });
export const meanwhile = (what: Meanwhile): WalkStep => ({ do: 'meanwhile', what });

/** Presses a button and is in the dialog that it opens. */
export const opens = (dialog: Target): readonly WalkStep[] => [leave('Enter'), see(dialog)];
/** Types over what stands in a field. */
export const typeOver = (text: string): readonly WalkStep[] => [stay('Control+a'), type(text)];

/** For messages: what a step was about. */
export function stepInWords(step: WalkStep): string {
  if ('target' in step) return `${step.do} ${describeTarget(step.target)}`;
  if ('key' in step) return `${step.do} ${step.key}`;
  if (step.do === 'meanwhile') return step.what;
  return step.do === 'hear' ? `hear "${step.words}"` : `type ${step.text}`;
}
