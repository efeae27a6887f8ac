import type { TokenType } from './schema.ts';

export type Tier = 'reference' | 'semantic' | 'component';

export interface ContrastContract {
  readonly role: 'text' | 'nontext';
  readonly on: readonly string[];
  readonly min: number;
  readonly minHighContrast: number;
}

export interface TokenExtensions {
  /** System color that replaces the color in forced colors mode. If the value is "kept", the browser chooses the replacement. */
  readonly forcedColor?: string | undefined;
  /** Token for the outline of a fill in forced colors mode. Needed if the fill and its background have the same system color. */
  readonly forcedEdge?: string | undefined;
  readonly contrast?: ContrastContract | undefined;
  /** Reason why an unused token is kept. A token without a reason inherits the reason of its group. */
  readonly reserved?: string | undefined;
  /** True if `reserved` comes from a group. All tokens of such a group are kept. */
  readonly reservedByGroup?: boolean | undefined;
}

export interface Token {
  readonly path: string;
  readonly type: TokenType;
  /** DTCG value as written in the file: a literal, an alias `{a.b}`, or a composite that may contain aliases. */
  readonly value: unknown;
  /** Value after resolving all aliases. The value of a shadow is always a list of layers. */
  readonly literal: unknown;
  readonly css: string;
  readonly description: string | undefined;
  readonly extensions: TokenExtensions;
  readonly file: string;
}

export type TokenSet = ReadonlyMap<string, Token>;

export interface Modes {
  readonly light: TokenSet;
  readonly dark: TokenSet;
  readonly lightHighContrast: TokenSet;
  readonly darkHighContrast: TokenSet;
  readonly print: TokenSet;
  readonly compact: TokenSet;
  readonly reducedMotion: TokenSet;
}

export interface Problem {
  readonly gate: string;
  readonly file: string;
  /** Token path, CSS selector or position in the file. */
  readonly path: string;
  readonly reason: string;
}

/** Thrown if the tokens do not compile. `message` has a text line per problem: `file: path: reason (gate)`. */
export class TokenError extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(formatProblem).join('\n'));
    this.name = 'TokenError';
    this.problems = problems;
  }
}

/** Reports each problem once, even if it occurs in several modes. @throws {TokenError} if there are problems */
export function throwProblems(problems: readonly Problem[]): void {
  const unique = [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
  if (unique.length > 0) throw new TokenError(unique);
}

export function formatProblem({ gate, file, path, reason }: Problem): string {
  return `${file}: ${path}: ${reason} (${gate})`;
}

/** Color ramps and parts of fonts are reference tokens, which CSS does not contain. */
export function tierOf(path: string): Tier {
  if (path.startsWith('component.')) return 'component';
  if (path.startsWith('color.ref.') || path.startsWith('font.')) return 'reference';
  return 'semantic';
}

const ALIAS = /^\{([^{}]+)\}$/;

export function aliasTarget(value: unknown): string | undefined {
  return typeof value === 'string' ? ALIAS.exec(value)?.[1] : undefined;
}

export function aliasesIn(value: unknown): string[] {
  const target = aliasTarget(value);
  if (target !== undefined) return [target];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(aliasesIn);
}

export function literalValue(tokens: TokenSet, path: string): unknown {
  const token = tokens.get(path);
  if (token === undefined) throw new TokenError([{ gate: 'aliases', file: '(resolve)', path, reason: 'is not a token' }]);
  return token.literal;
}

export function reachedFrom(tokens: TokenSet, path: string): string[] {
  const seen = new Set<string>();
  const queue = [path];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    for (const target of aliasesIn(tokens.get(next)?.value)) {
      if (seen.has(target)) continue;
      seen.add(target);
      queue.push(target);
    }
  }
  return [...seen];
}
