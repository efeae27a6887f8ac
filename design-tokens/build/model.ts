/** What the compiler knows about a token, and how it reports what is wrong with one. */

export type TokenType =
  | 'color'
  | 'dimension'
  | 'duration'
  | 'cubicBezier'
  | 'number'
  | 'fontFamily'
  | 'fontWeight'
  | 'typography'
  | 'shadow';

export type Tier = 'reference' | 'semantic' | 'component';

/** Contrast contract of a text or edge token: every surface it may stand on, and its least WCAG ratio there. */
export interface ContrastContract {
  readonly role: 'text' | 'nontext';
  readonly on: readonly string[];
  readonly min: number;
  readonly minHighContrast: number;
}

/** The `$extensions["dev.orgbilling"]` object of a token. */
export interface TokenExtensions {
  /** The system colour that replaces this colour in forced colors; "kept" leaves the choice to the browser. */
  readonly forcedColor?: string | undefined;
  /** For a fill whose system colour equals its ground's: the token that outlines it in forced colors. */
  readonly forcedEdge?: string | undefined;
  readonly contrast?: ContrastContract | undefined;
  /** Why the token is kept although nothing uses it yet. Inherited by the tokens of a group. */
  readonly reserved?: string | undefined;
  /** The reason above stands on a group, which is kept whole. */
  readonly reservedByGroup?: boolean | undefined;
}

export interface Token {
  /** Dotted path, for example `color.text.primary`. */
  readonly path: string;
  readonly type: TokenType;
  /** DTCG value as written: a literal, an alias `{a.b}`, or a composite whose members may be aliases. */
  readonly value: unknown;
  readonly description: string | undefined;
  readonly extensions: TokenExtensions;
  /** File relative to the token folder. */
  readonly file: string;
}

export type TokenSet = ReadonlyMap<string, Token>;

/** One thing that is wrong: which gate saw it, where, and what to do about it. */
export interface Problem {
  readonly gate: string;
  readonly file: string;
  /** Token path, CSS selector or position inside the file. */
  readonly path: string;
  readonly reason: string;
}

/** Thrown when the tokens cannot be compiled; `message` lists every problem as `file: path: reason (gate)`. */
export class TokenError extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(formatProblem).join('\n'));
    this.name = 'TokenError';
    this.problems = problems;
  }
}

export function formatProblem({ gate, file, path, reason }: Problem): string {
  return `${file}: ${path}: ${reason} (${gate})`;
}

/** Raw ramps and type ingredients are reference tokens; they never reach CSS. */
export function tierOf(path: string): Tier {
  if (path.startsWith('component.')) return 'component';
  if (path.startsWith('color.ref.') || path.startsWith('font.')) return 'reference';
  return 'semantic';
}

const ALIAS = /^\{([^{}]+)\}$/;

/** The path inside `{path}`, or undefined when the value is not an alias. */
export function aliasTarget(value: unknown): string | undefined {
  return typeof value === 'string' ? ALIAS.exec(value)?.[1] : undefined;
}

/** Every alias inside a value, members of composites included. */
export function aliasesIn(value: unknown): string[] {
  const target = aliasTarget(value);
  if (target !== undefined) return [target];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(aliasesIn);
}
