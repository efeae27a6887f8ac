import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { customMedia } from './custom-media.ts';
import { type ReadText, readFrom } from './definitions.ts';
import { emitCss } from './emit-css.ts';
import { emitTypes } from './emit-types.ts';
import { type Modes, type Problem, type TokenSet, throwProblems } from './model.ts';
import { resolveModes } from './modes.ts';
import { contractProblems, contrastProblems } from './contrast.ts';
import { forcedColorProblems } from './forced-colors.ts';
import { gamutProblems } from './gamut.ts';
import { typeProblems } from './type-grid.ts';

export interface CompiledTokens {
  readonly css: string;
  readonly types: string;
  /** Conditions of media and container queries by name, for example of `--from-medium`. */
  readonly media: ReadonlyMap<string, string>;
  readonly modes: Modes;
  /** Violations of design rules: contrast, forced colors, type grid. Tokens with violations still compile. */
  readonly problems: readonly Problem[];
}

export const TOKEN_ROOT = fileURLToPath(new URL('..', import.meta.url));

export const OUTPUTS = { css: 'src/ui/tokens.css', types: 'src/ui/tokens.ts' } as const;

/** Compiles without writing files. Returns design rule violations in `problems`. @throws {TokenError} for all other errors */
export async function compileTokens(read: ReadText = readFrom(TOKEN_ROOT)): Promise<CompiledTokens> {
  const modes = await resolveModes(read, TOKEN_ROOT);
  throwProblems(Object.values(modes).flatMap(gamutProblems));
  return { css: emitCss(modes), types: emitTypes(modes), media: customMedia(modes.light), modes, problems: designProblems(modes) };
}

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

/** Writes the changed outputs to the repository. Returns the written files. */
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
