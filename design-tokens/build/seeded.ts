import { TOKEN_ROOT, compileTokens } from './compile.ts';
import { type ReadText, readFrom } from './definitions.ts';
import type { Problem } from './model.ts';
import { TokenError } from './model.ts';
import { type Registry, createRegistry } from './registry.ts';

/** This file supports tests: it reads the real token files, but replaces one file by a version with a fault. */

type Json = { [key: string]: Json } & { $value?: unknown; $extensions?: { 'dev.orgbilling': Record<string, unknown> } };

export function withJson(file: string, change: (json: Json) => void): ReadText {
  return withText(file, (text) => {
    const json = JSON.parse(text) as Json;
    change(json);
    return JSON.stringify(json);
  });
}

export function withText(file: string, change: (text: string) => string, base: ReadText = readFrom(TOKEN_ROOT)): ReadText {
  return (name) => (name === file ? change(base(name)) : base(name));
}

export function at(json: Json, path: string): Json {
  return path.split('.').reduce<Json>((node, key) => {
    const child = node[key];
    if (child === undefined) throw new Error(`${path} is not in this file`);
    return child;
  }, json);
}

/** Returns all compiler problems, both thrown and returned, in the form "gate path: reason". */
export async function faultsOf(read: ReadText): Promise<string[]> {
  return (await problemsOf(read)).map(({ gate, path, reason }) => `${gate} ${path}: ${reason}`);
}

export async function problemsOf(read: ReadText): Promise<readonly Problem[]> {
  try {
    return (await compileTokens(read)).problems;
  } catch (error) {
    if (error instanceof TokenError) return error.problems;
    throw error;
  }
}

const compiled = await compileTokens();

export const registry: Registry = createRegistry(compiled.modes.light);

export const breakpoints = compiled.media;
