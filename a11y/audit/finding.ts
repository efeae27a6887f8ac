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
