import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inSrgb, toHex } from '#tokens/build/color.ts';
import { compileTokens } from '#tokens/build/compile.ts';
import { formatJson } from '#tokens/build/format.ts';
import { TokenError } from '#tokens/build/model.ts';
import { readDefinitions, readFrom } from '#tokens/build/definitions.ts';
import type { Definition } from '#design/tokens/definition.ts';

type Json = Record<string, unknown>;

/** Returns all definitions of a token in the token files, each with the contexts in which it applies, for example "dark". */
export function definitionsOf(tokens: string, path: string): Definition[] {
  const { document, files } = readDefinitions(readFrom(tokens));
  const contexts = Object.values(document.modifiers).flatMap(({ contexts: all }) => Object.entries(all));
  return [...files].flatMap(([file, found]) => {
    const token = found.find((candidate) => candidate.path === path);
    if (token === undefined) return [];
    const names = contexts.filter(([, sources]) => sources.some(({ $ref }) => $ref === file)).map(([name]) => name);
    return [{ file, path, type: token.type, contexts: names, value: token.value }];
  });
}

/** Writes a definition to its file, even if it violates design rules. @throws {TokenError} without writing if tokens do not compile */
export async function defineToken(tokens: string, { file, path, value }: Pick<Definition, 'file' | 'path' | 'value'>): Promise<void> {
  const known = definitionsOf(tokens, path).find((definition) => definition.file === file);
  if (known === undefined) throw new TokenError([{ gate: 'design', file, path, reason: 'is not defined in this file' }]);
  const json = JSON.parse(readFileSync(join(tokens, file), 'utf8')) as Json;
  const node = path.split('.').reduce((parent, key) => parent[key] as Json, json);
  node['$value'] = known.type === 'color' ? withHex(value) : value;
  const text = formatJson(json);
  const read = readFrom(tokens);
  await compileTokens((name) => (name === file ? text : read(name)));
  writeFileSync(join(tokens, file), text);
}

/** Updates the hex form of a color. A color outside sRGB keeps its old hex form, and a check then reports the difference. */
function withHex(value: unknown): unknown {
  const components = (value as { components?: unknown } | null)?.components;
  if (!Array.isArray(components) || components.length !== 3 || !components.every((part) => typeof part === 'number')) return value;
  const triple = components as [number, number, number];
  return { ...(value as Json), hex: inSrgb(triple) ? toHex(triple) : (value as { hex?: unknown }).hex };
}
