import type { Modes } from '#design/modes/modes.ts';
import type { BrokenPair } from '#design/tokens/pairs.ts';

/** Name of one state of a component, such as `Button: pending`. */
export type StateName = `${string}: ${string}`;

export interface BoardState {
  readonly name: StateName;
  readonly component: string;
  readonly state: string;
}

/** Commands that a board accepts from its host page or a test. */
export interface BoardApi {
  readonly states: readonly BoardState[];
  /** Shows these states in catalogue order; resolves once they are rendered. */
  readonly show: (names: ReadonlySet<StateName>) => Promise<void>;
  readonly showAlone: (name: StateName) => Promise<void>;
  readonly setModes: (modes: Modes) => void;
  /** Marks the states that contain one of these color pairs. Returns the number of marked states. */
  readonly mark: (pairs: readonly BrokenPair[]) => number;
}

declare global {
  interface Window {
    designBoard?: BoardApi;
  }
}

/** Event on a board's window when `designBoard` is set. */
export const boardReady = 'design-board-ready';

export const nameOf = ({ component, state }: { readonly component: string; readonly state: string }): StateName => `${component}: ${state}`;
