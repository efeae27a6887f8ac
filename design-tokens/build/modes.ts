import { pathToFileURL } from 'node:url';
import type { ResolverInput } from '@terrazzo/parser';
import { type Definition, RESOLVER, type ReadText, contextProblems, readDefinitions, selectDefinitions } from './definitions.ts';
import { type Modes, type TokenSet, throwProblems } from './model.ts';
import { type ResolvedMode, checkResolver, resolveInputs } from './terrazzo.ts';
import { aliasProblems, nameProblems } from './validate.ts';

/** Resolver inputs by mode. If an input lacks a modifier, the resolver uses the default of the document. */
const INPUTS: Readonly<Record<keyof Modes, ResolverInput>> = {
  light: {},
  dark: { theme: 'dark' },
  lightHighContrast: { theme: 'lightHighContrast' },
  darkHighContrast: { theme: 'darkHighContrast' },
  print: { theme: 'print' },
  compact: { density: 'compact' },
  reducedMotion: { motion: 'reduced' },
};

/** Cache of resolved modes. Terrazzo needs 100 ms per mode, so only modes that a changed file affects are resolved again. */
const resolved = new Map<string, ResolvedMode>();
const KEPT_AT_MOST = 50;

interface PlannedMode {
  readonly name: string;
  readonly input: ResolverInput;
  readonly definitions: ReadonlyMap<string, Definition>;
  readonly key: string;
}

/** @throws {TokenError} for invalid files, aliases or names, and for errors that Terrazzo reports */
export async function resolveModes(read: ReadText, root: string): Promise<Modes> {
  const sources = readDefinitions(read);
  checkResolver(read(RESOLVER));
  const planned = Object.entries(INPUTS).map(([name, input]): PlannedMode => {
    const definitions = selectDefinitions(sources, input);
    const values = [...definitions.values()].map(({ path, type, value }) => [path, type, value]);
    return { name, input, definitions, key: JSON.stringify([read(RESOLVER), values]) };
  });
  throwProblems([...contextProblems(sources), ...planned.flatMap(({ definitions }) => aliasProblems(definitions))]);
  throwProblems(nameProblems(selectDefinitions(sources)));
  const missing = planned.filter(({ key }) => !resolved.has(key));
  if (missing.length > 0) {
    const found = await resolveInputs(read, pathToFileURL(root), missing);
    for (const [index, mode] of found.entries()) resolved.set(missing[index]?.key ?? '', mode);
  }
  const modes = Object.fromEntries(
    planned.map(({ name, key, definitions }) => [name, toTokens(definitions, useResolved(key))]),
  ) as unknown as Modes;
  for (const key of [...resolved.keys()].slice(0, -KEPT_AT_MOST)) resolved.delete(key);
  return modes;
}

/** Returns a cached mode and moves it to the end of the cache. The first mode of the cache is evicted first. */
function useResolved(key: string): ResolvedMode | undefined {
  const mode = resolved.get(key);
  if (mode && resolved.delete(key)) resolved.set(key, mode);
  return mode;
}

function toTokens(definitions: ReadonlyMap<string, Definition>, mode: ResolvedMode | undefined): TokenSet {
  return new Map(
    [...definitions].map(([path, definition]) => [
      path,
      { ...definition, literal: mode?.get(path)?.literal, css: mode?.get(path)?.css ?? '' },
    ]),
  );
}
