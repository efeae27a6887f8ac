export interface Finding {
  readonly rule: string;
  readonly place: string;
  readonly message: string;
  /** True if the engine could not decide. */
  readonly isUndecided: boolean;
}

/** Result of one run. An engine that missed the planted fault did not run completely. */
export interface Result {
  readonly findings: readonly Finding[];
  readonly sawPlanted: boolean;
}

export const inWords = ({ rule, place, message, isUndecided }: Finding): string =>
  `${isUndecided ? 'undecided ' : ''}${rule} at ${place}: ${message}`;

export const engineNames = ['axe', 'alfa', 'ibm', 'house', 'hit test'] as const;
export type EngineName = (typeof engineNames)[number];

/** Overlay that keeps users inside: an open list or menu, or the bank's frame. */
export type Situation = 'a list is open' | 'the bank asks';

export interface Explanation {
  readonly engine: EngineName;
  readonly rule: string;
  /** Matches place and message, if the rule is accepted only in some places. */
  readonly where?: RegExp;
  readonly while?: Situation;
  /** True if only undecided findings are accepted. */
  readonly undecidedOnly?: true;
  readonly why: string;
}
