export interface Definition {
  readonly path: string;
  /** Relative to the token folder. */
  readonly file: string;
  readonly type: string;
  /** Contexts in which the definition applies, such as "dark"; empty means all. */
  readonly contexts: readonly string[];
  /** As written: a literal, an alias `{a.b}`, or a composite. */
  readonly value: unknown;
}
