/** One place in the token files that gives a token its value. */
export interface Definition {
  readonly path: string;
  /** Relative to the token folder. */
  readonly file: string;
  readonly type: string;
  /** Contexts in which it counts, for example "dark"; empty when it counts in all. */
  readonly contexts: readonly string[];
  /** As written: a literal, an alias `{a.b}`, or a composite. */
  readonly value: unknown;
}
