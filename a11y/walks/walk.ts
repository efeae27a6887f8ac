import type { Target } from '#a11y/states/state.ts';
import type { Member } from '#app/design/sections/scenarios.ts';

/** One thing that hands on a keyboard do, and where the focus then is. */
export type WalkStep =
  /** Tab (or another key) until the focus is there; every stop on the way must show itself. */
  | { readonly do: 'to'; readonly target: Target; readonly key: string }
  /** One key; the focus is then at `focus`, or stays where it was. `says` are words that a screen reader then speaks. */
  | { readonly do: 'key'; readonly key: string; readonly focus?: Target; readonly says?: readonly string[] }
  /** One key that leads elsewhere: to another document, or into a dialog. */
  | { readonly do: 'leave'; readonly key: string }
  | { readonly do: 'type'; readonly text: string }
  /** Something is on the screen; where the focus is does not change by it. */
  | { readonly do: 'see'; readonly target: Target }
  /** Something was said by a live region since the walk began. */
  | { readonly do: 'hear'; readonly words: string };

/** A task, by keys alone. */
export interface Walk {
  readonly name: string;
  readonly member: Member | null;
  readonly address: string;
  readonly steps: readonly WalkStep[];
  /** True where it changes what the platform stores. */
  readonly changes?: boolean;
}

export const tabTo = (target: Target): WalkStep => ({ do: 'to', target, key: 'Tab' });
export const tabBackTo = (target: Target): WalkStep => ({ do: 'to', target, key: 'Shift+Tab' });
export const keyThen = (key: string, focus: Target): WalkStep => ({ do: 'key', key, focus });
export const leave = (key: string): WalkStep => ({ do: 'leave', key });
export const stay = (key: string, ...says: string[]): WalkStep => ({ do: 'key', key, says });
export const see = (target: Target): WalkStep => ({ do: 'see', target });
export const hear = (words: string): WalkStep => ({ do: 'hear', words });
