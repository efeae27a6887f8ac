import type { Modes } from '#design/modes/modes.ts';
import type { BrokenPair } from '#design/tokens/pairs.ts';

/** Name of a component's state, such as `Button: pending`. */
export type StateName = `${string}: ${string}`;

export interface BoardState {
  readonly name: StateName;
  readonly component: string;
  readonly state: string;
}

/** Commands that a board accepts from its host page or a test. */
export interface BoardApi {
  readonly states: readonly BoardState[];
  /** Shows these states in the order of the catalogue. Resolves after they are rendered. */
  readonly show: (names: ReadonlySet<StateName>) => Promise<void>;
  readonly showAlone: (name: StateName) => Promise<void>;
  readonly setModes: (modes: Modes) => void;
  /** Marks all states that contain at least one of these color pairs. Returns the number of marked states. */
  readonly mark: (pairs: readonly BrokenPair[]) => number;
}

declare global {
  interface Window {
    designBoard?: BoardApi;
  }
}

/** Event on the board's window. It is sent when `designBoard` is available. */
export const boardReady = 'design-board-ready';

export const nameOf = ({ component, state }: { readonly component: string; readonly state: string }): StateName => `${component}: ${state}`;
