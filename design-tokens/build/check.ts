import { join } from 'node:path';
import { type CompiledTokens, TOKEN_ROOT, compileTokens } from './compile.ts';
import { classProblems } from './lint-classes.ts';
import { lintCss } from './lint-css.ts';
import { lintScript } from './lint-script.ts';
import { readFrom } from './definitions.ts';
import type { Problem } from './model.ts';
import { type Project, readProject } from './project.ts';
import { type Registry, createRegistry } from './registry.ts';
import { type UsageIndex, indexUsage, staleReservations, unusedProblems } from './usage.ts';

export interface Folders {
  readonly tokens: string;
  readonly repository: string;
}

export const FOLDERS: Folders = { tokens: TOKEN_ROOT, repository: join(TOKEN_ROOT, '..') };

export interface Workspace {
  readonly compiled: CompiledTokens;
  readonly registry: Registry;
  readonly project: Project;
  readonly usage: UsageIndex;
}

/** Compiles the tokens and reads their uses. @throws {TokenError} if the tokens do not compile */
export async function openWorkspace(folders: Folders = FOLDERS): Promise<Workspace> {
  const compiled = await compileTokens(readFrom(folders.tokens));
  const registry = createRegistry(compiled.modes.light);
  const project = readProject(folders.repository);
  return { compiled, registry, project, usage: indexUsage(project, registry) };
}

export function workspaceProblems({ compiled, registry, project, usage }: Workspace): Problem[] {
  return [
    ...compiled.problems,
    ...[...project.styles].flatMap(([file, css]) => lintCss(file, css, registry, compiled.media)),
    ...[...project.scripts].flatMap(([file, code]) => lintScript(file, code)),
    ...classProblems(project),
    ...unusedProblems(registry.tokens, usage),
  ];
}

/** Returns each use of a custom property that is not a token. Such a use fails the build. */
export function brokenReferences({ compiled, registry, project }: Workspace): Problem[] {
  return [...project.styles]
    .flatMap(([file, css]) => lintCss(file, css, registry, compiled.media))
    .filter((problem) => problem.gate === 'tokens');
}

export function releasable({ registry, usage }: Workspace): string[] {
  return staleReservations(registry.tokens, usage);
}
