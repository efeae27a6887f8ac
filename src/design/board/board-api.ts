import type { Modes } from '#design/modes/modes.ts';
import type { BrokenPair } from '#design/tokens/pairs.ts';

/** One state of one component, as `Button: pending`. */
export type StateName = `${string}: ${string}`;

export interface BoardState {
  readonly name: StateName;
  readonly component: string;
  readonly state: string;
}

/** What a board can be asked to do by the page around it, or by a program that drives the browser. */
export interface BoardApi {
  readonly states: readonly BoardState[];
  /** Draws these states, in the order of the catalogue; resolves once they are on screen. */
  readonly show: (names: ReadonlySet<StateName>) => Promise<void>;
  /** Draws one state as the only content of the page. */
  readonly showAlone: (name: StateName) => Promise<void>;
  readonly setModes: (modes: Modes) => void;
  /** Marks every state in which one of these pairs is on screen, from now on. Returns how many those are. */
  readonly mark: (pairs: readonly BrokenPair[]) => number;
}

declare global {
  interface Window {
    /** Present on a board once its states are loaded. */
    designBoard?: BoardApi;
  }
}

/** Fired on the window of a board when `designBoard` can be used. */
export const boardReady = 'design-board-ready';

export const nameOf = ({ component, state }: { readonly component: string; readonly state: string }): StateName => `${component}: ${state}`;
