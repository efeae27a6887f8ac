export interface Definition {
  readonly path: string;
  /** Path of the file, relative to the token folder. */
  readonly file: string;
  readonly type: string;
  /** Contexts in which the definition applies, such as "dark". If empty, the definition applies in all contexts. */
  readonly contexts: readonly string[];
  /** Value as written in the file: a literal, an alias `{a.b}`, or a composite. */
  readonly value: unknown;
}
