/** What the gates and pages know about a token, and how they report what is wrong with one. */

import type { TokenType } from './schema.ts';

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
  /** The value with every alias followed to its end. A shadow is always a list of layers. */
  readonly literal: unknown;
  /** Text of the custom property. */
  readonly css: string;
  readonly description: string | undefined;
  readonly extensions: TokenExtensions;
  /** File relative to the token folder. */
  readonly file: string;
}

export type TokenSet = ReadonlyMap<string, Token>;

/** The resolved tokens of every mode that CSS distinguishes. */
export interface Modes {
  readonly light: TokenSet;
  readonly dark: TokenSet;
  readonly lightHighContrast: TokenSet;
  readonly darkHighContrast: TokenSet;
  readonly print: TokenSet;
  readonly compact: TokenSet;
  readonly reducedMotion: TokenSet;
}

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

/** Throws TokenError if there are problems. The same fault shows in every mode that shares the token; it is reported once. */
export function throwProblems(problems: readonly Problem[]): void {
  const unique = [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
  if (unique.length > 0) throw new TokenError(unique);
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

/** The literal value behind a token: aliases followed to their end, composites member by member. */
export function literalValue(tokens: TokenSet, path: string): unknown {
  const token = tokens.get(path);
  if (token === undefined) throw new TokenError([{ gate: 'aliases', file: '(resolve)', path, reason: 'is not a token' }]);
  return token.literal;
}

/** Every token that a token reaches through aliases, nearest first, without itself. */
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
