import { describeTarget } from '#a11y/support/locate.ts';
import type { Target } from '#a11y/states/state.ts';
import type { Member } from '#a11y/states/scenarios.ts';

export type Meanwhile =
  | 'the session ends'
  | 'the session is there again'
  | 'the connection is lost'
  | 'the connection is back'
  | 'someone else changes the budgets to $150';

export type WalkStep =
  /**
   * Presses Tab (or another key) until the target has the focus. Each element that gets the focus on the way must show a focus indicator.
   */
  | { readonly do: 'to'; readonly target: Target; readonly key: string }
  /** Presses a key. Then `focus` must have the focus; by default, the focus must not move. A screen reader must say `says`. */
  | { readonly do: 'key'; readonly key: string; readonly focus?: Target; readonly says?: readonly string[] }
  | { readonly do: 'leave'; readonly key: string }
  | { readonly do: 'type'; readonly text: string }
  /** Expects a visible element, without moving the focus. If the element is a dialog, the focus must be inside it. */
  | { readonly do: 'see'; readonly target: Target }
  | { readonly do: 'ready'; readonly target: Target }
  /** Expects that the page returns the focus to the target, for example after a dialog closes. */
  | { readonly do: 'return'; readonly target: Target }
  /** Expects an announcement of these words in a live region since the previous `hear` step. */
  | { readonly do: 'hear'; readonly words: string }
  | { readonly do: 'download'; readonly key: string; readonly file: RegExp }
  | { readonly do: 'meanwhile'; readonly what: Meanwhile }
  /** Reads all cells of a table with a screen reader's table keys. Without a screen reader, expects only the visible table. */
  | { readonly do: 'read table'; readonly target: Target }
  /** Moves to a heading with a screen reader's heading key. Without a screen reader, expects only the visible heading. */
  | { readonly do: 'find heading'; readonly target: Target };

export interface Walk {
  readonly name: string;
  readonly member: Member | null;
  readonly address: string;
  readonly steps: readonly WalkStep[];
  readonly changes?: boolean;
  /** True if the walk changes browser storage, so that it needs a page that is not shared. */
  readonly isApart?: boolean;
  /** True if the task must also work for users who only listen to a screen reader. The walk then also runs with the screen reader Orca. */
  readonly isTold?: boolean;
}

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

export const readTable = (target: Target): WalkStep => ({ do: 'read table', target });
export const findHeading = (target: Target): WalkStep => ({ do: 'find heading', target });

export const opens = (dialog: Target): readonly WalkStep[] => [leave('Enter'), see(dialog)];
export const typeOver = (text: string): readonly WalkStep[] => [stay('Control+a'), type(text)];

export function stepInWords(step: WalkStep): string {
  if ('target' in step) return `${step.do} ${describeTarget(step.target)}`;
  if ('key' in step) return `${step.do} ${step.key}`;
  if (step.do === 'meanwhile') return step.what;
  return step.do === 'hear' ? `hear "${step.words}"` : `type ${step.text}`;
}
