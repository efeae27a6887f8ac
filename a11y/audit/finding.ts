export interface Finding {
  readonly rule: string;
  readonly place: string;
  readonly message: string;
  readonly isUndecided: boolean;
}

/** Result of one engine run. The run is incomplete if the engine missed the fault that the audit plants in every page. */
export interface Result {
  readonly findings: readonly Finding[];
  readonly sawPlanted: boolean;
}

export const inWords = ({ rule, place, message, isUndecided }: Finding): string =>
  `${isUndecided ? 'undecided ' : ''}${rule} at ${place}: ${message}`;

export const engineNames = ['axe', 'alfa', 'ibm', 'house', 'hit test'] as const;
export type EngineName = (typeof engineNames)[number];

/** Open overlay that keeps the user inside: a list or menu, or the bank's frame. */
export type Situation = 'a list is open' | 'the bank asks';

export interface Explanation {
  readonly engine: EngineName;
  readonly rule: string;
  /** Pattern for the place and message of accepted findings. Without a pattern, all findings of the rule are accepted. */
  readonly where?: RegExp;
  readonly while?: Situation;
  readonly undecidedOnly?: true;
  readonly why: string;
}
