/** One thing that an engine objects to, or could not decide. */
export interface Finding {
  readonly rule: string;
  /** Where: a selector or path, as the engine says it. */
  readonly place: string;
  readonly message: string;
  /** The engine could not decide by itself. */
  readonly isUndecided: boolean;
}

/** What one engine found in one look. An engine that missed the planted fault has not looked. */
export interface Result {
  readonly findings: readonly Finding[];
  readonly sawPlanted: boolean;
}

export const inWords = ({ rule, place, message, isUndecided }: Finding): string =>
  `${isUndecided ? 'undecided ' : ''}${rule} at ${place}: ${message}`;

export const engineNames = ['axe', 'alfa', 'ibm', 'house', 'hit test'] as const;
export type EngineName = (typeof engineNames)[number];

/** What lies over a page and keeps readers in itself: the list of a combo box or a menu, or the frame of the bank. */
export type Situation = 'a list is open' | 'the bank asks';

export interface Explanation {
  readonly engine: EngineName;
  readonly rule: string;
  /** Matches place and message, where the rule is explained for some places only. */
  readonly where?: RegExp;
  /** Only in this situation. */
  readonly while?: Situation;
  /** Only what the engine leaves undecided. */
  readonly undecidedOnly?: true;
  readonly why: string;
}
