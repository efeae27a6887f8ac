import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { customMedia } from './custom-media.ts';
import { type Modes, emitCss } from './emit-css.ts';
import { emitTypes } from './emit-types.ts';
import type { Problem, TokenSet } from './model.ts';
import { TokenError } from './model.ts';
import { type ReadText, type Sources, parseSources, readFrom } from './parse.ts';
import { contextProblems, selectTokens } from './resolve.ts';
import { contractProblems, contrastProblems } from './contrast.ts';
import { forcedColorProblems } from './forced-colors.ts';
import { gamutProblems } from './gamut.ts';
import { typeProblems } from './type-grid.ts';
import { aliasProblems, nameProblems } from './validate.ts';

export interface CompiledTokens {
  /** Text of src/ui/tokens.css. */
  readonly css: string;
  /** Text of src/ui/tokens.ts. */
  readonly types: string;
  /** Conditions for media and container queries by name, for example `--from-medium`. */
  readonly media: ReadonlyMap<string, string>;
  readonly modes: Modes;
  /** Design rules that the tokens break although they compile: contrast, forced colors, type grid. */
  readonly problems: readonly Problem[];
  readonly sources: Sources;
}

/** The design-tokens folder. */
export const TOKEN_ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Where the outputs go, relative to the repository. */
export const OUTPUTS = { css: 'src/ui/tokens.css', types: 'src/ui/tokens.ts' } as const;

/**
 * Compiles the token folder. Throws TokenError when it cannot be compiled: schema, modes, aliases, names, gamut.
 * Broken design rules are returned instead, so that a designer sees the result. Writes nothing.
 */
export function compileTokens(read: ReadText = readFrom(TOKEN_ROOT)): CompiledTokens {
  const sources = parseSources(read);
  const modes: Modes = {
    light: selectTokens(sources),
    dark: selectTokens(sources, { theme: 'dark' }),
    lightHighContrast: selectTokens(sources, { theme: 'lightHighContrast' }),
    darkHighContrast: selectTokens(sources, { theme: 'darkHighContrast' }),
    print: selectTokens(sources, { theme: 'print' }),
    compact: selectTokens(sources, { density: 'compact' }),
    reducedMotion: selectTokens(sources, { motion: 'reduced' }),
  };
  const everyMode = Object.values(modes);
  const structure = [...contextProblems(sources), ...unique(everyMode.flatMap(aliasProblems)), ...nameProblems(modes.light)];
  if (structure.length > 0) throw new TokenError(structure);
  const gamut = unique(everyMode.flatMap(gamutProblems));
  if (gamut.length > 0) throw new TokenError(gamut);
  return { css: emitCss(modes), types: emitTypes(modes), media: customMedia(modes.light), modes, problems: designProblems(modes), sources };
}

/** The themes by their names in the resolver document. */
export function themesOf(modes: Modes): [theme: string, tokens: TokenSet][] {
  const { light, dark, lightHighContrast, darkHighContrast, print } = modes;
  return Object.entries({ light, dark, lightHighContrast, darkHighContrast, print });
}

function designProblems(modes: Modes): Problem[] {
  return [
    ...contractProblems(modes.light),
    ...themesOf(modes).flatMap(([theme, tokens]) => contrastProblems(theme, tokens)),
    ...forcedColorProblems(modes.light),
    ...typeProblems(modes.light),
  ];
}

/** Writes the outputs below `repository` where their text changed; returns the files written. */
export function writeTokens({ css, types }: CompiledTokens, repository: string = join(TOKEN_ROOT, '..')): string[] {
  return [writeIfChanged(join(repository, OUTPUTS.css), css), writeIfChanged(join(repository, OUTPUTS.types), types)].flat();
}

function writeIfChanged(file: string, text: string): string[] {
  if (readOrEmpty(file) === text) return [];
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return [file];
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** The same fault shows in every mode that shares the token; it is reported once. */
export function unique(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}
