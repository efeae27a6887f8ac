import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { type Problem, TokenError, type TokenExtensions } from './model.ts';
import { type TokenType, groupMembers, tokenNode } from './schema.ts';

export type ReadText = (file: string) => string;

export function readFrom(root: string): ReadText {
  return (file) => readFileSync(join(root, file), 'utf8');
}

export const RESOLVER = 'tokens.resolver.json';

interface FileReference {
  readonly $ref: string;
}

export interface ResolverDocument {
  readonly sets: Readonly<Record<string, { readonly sources: readonly FileReference[] }>>;
  readonly modifiers: Readonly<
    Record<string, { readonly contexts: Readonly<Record<string, readonly FileReference[]>>; readonly default: string }>
  >;
  readonly resolutionOrder: readonly FileReference[];
}

export interface Definition {
  readonly path: string;
  readonly type: TokenType;
  readonly value: unknown;
  readonly description: string | undefined;
  readonly extensions: TokenExtensions;
  readonly file: string;
}

/** Facts that Terrazzo loses when it merges files: which file defines a value, and this project's `$extensions` in each file. */
export interface Sources {
  readonly document: ResolverDocument;
  readonly files: ReadonlyMap<string, readonly Definition[]>;
}

/** Selected context by modifier, for example `{ theme: 'dark', density: 'compact' }`. A missing modifier has its default context. */
export type Selection = Readonly<Record<string, string>>;

/** Reads the resolver document and its files. @throws {TokenError} for unreadable files and unknown keys */
export function readDefinitions(read: ReadText): Sources {
  const document = { sets: {}, modifiers: {}, resolutionOrder: [], ...(readJson(read, RESOLVER) as Partial<ResolverDocument>) };
  const problems = document.resolutionOrder.flatMap(({ $ref }): Problem[] => {
    const [, kind, name = ''] = $ref.split('/');
    if ((kind === 'sets' && name in document.sets) || (kind === 'modifiers' && name in document.modifiers)) return [];
    return [{ gate: 'schema', file: RESOLVER, path: 'resolutionOrder', reason: `${$ref} names no set or modifier` }];
  });
  const files = new Map<string, readonly Definition[]>();
  for (const file of filesOf(document)) {
    try {
      files.set(file, definitionsIn(readJson(read, file), file, problems));
    } catch (error) {
      if (!(error instanceof TokenError)) throw error;
      problems.push(...error.problems);
    }
  }
  if (problems.length > 0) throw new TokenError(problems);
  return { document, files };
}

function filesOf({ sets, modifiers }: ResolverDocument): string[] {
  const contexts = Object.values(modifiers).flatMap((modifier) => Object.values(modifier.contexts).flat());
  return [...new Set([...Object.values(sets).flatMap((set) => set.sources), ...contexts].map((source) => source.$ref))];
}

/** Returns the definitions in file order. A context that overrides a value inherits the description and the extensions. */
export function selectDefinitions({ document, files }: Sources, selection: Selection = {}): Map<string, Definition> {
  const found = new Map<string, Definition>();
  for (const { $ref } of document.resolutionOrder) {
    const [, kind, name = ''] = $ref.split('/');
    const modifier = document.modifiers[name];
    if (kind === 'sets') add(document.sets[name]?.sources);
    if (kind !== 'modifiers' || modifier === undefined) continue;
    for (const context of new Set([modifier.default, selection[name] ?? modifier.default])) add(modifier.contexts[context]);
  }
  return found;

  function add(sources: readonly FileReference[] = []): void {
    for (const definition of sources.flatMap((source) => files.get(source.$ref) ?? [])) {
      const earlier = found.get(definition.path);
      const description = definition.description ?? earlier?.description;
      found.set(definition.path, { ...definition, description, extensions: { ...earlier?.extensions, ...definition.extensions } });
    }
  }
}

/** Checks that all contexts of a modifier define the same tokens. Skips modifiers whose default context is empty, such as motion. */
export function contextProblems({ document, files }: Sources): Problem[] {
  return Object.entries(document.modifiers).flatMap(([name, { contexts, default: standard }]) => {
    const pathsOf = (context: string): Map<string, string> =>
      new Map((contexts[context] ?? []).flatMap(({ $ref }) => (files.get($ref) ?? []).map(({ path, file }) => [path, file] as const)));
    const expected = pathsOf(standard);
    if (expected.size === 0) return [];
    return Object.entries(contexts).flatMap(([context, sources]): Problem[] => {
      const actual = pathsOf(context);
      const file = sources[0]?.$ref ?? name;
      const forgotten = [...expected.keys()].filter((path) => !actual.has(path));
      const added = [...actual].filter(([path]) => !expected.has(path));
      return [
        ...forgotten.map((path) => ({
          gate: 'modes',
          file,
          path,
          reason: `${name} "${context}" does not define it, but "${standard}" does`,
        })),
        ...added.map(([path, where]) => ({
          gate: 'modes',
          file: where,
          path,
          reason: `${name} "${context}" defines it, but "${standard}" does not`,
        })),
      ];
    });
  });
}

function readJson(read: ReadText, file: string): unknown {
  const fault = (reason: string): TokenError => new TokenError([{ gate: 'schema', file, path: '(file)', reason }]);
  let text: string;
  try {
    text = read(file);
  } catch {
    throw fault('cannot be read; the resolver document names it');
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const position = /position (\d+)/.exec(message)?.[1];
    const line = position === undefined || message.includes('line ') ? '' : ` (line ${text.slice(0, Number(position)).split('\n').length})`;
    throw fault(`is not JSON: ${message}${line}`);
  }
}

interface Inherited {
  readonly type?: TokenType | undefined;
  readonly reserved?: string | undefined;
}

function definitionsIn(json: unknown, file: string, problems: Problem[]): Definition[] {
  return walk(json, [], {});

  function walk(node: unknown, path: readonly string[], inherited: Inherited): Definition[] {
    const name = path.join('.') || '(file)';
    if (node === null || typeof node !== 'object' || Array.isArray(node)) return refuse(name, 'must be a group or a token with $value');
    if ('$value' in node) return toDefinition(node, name, inherited);
    const members = Object.entries(node);
    const group = check(groupMembers, Object.fromEntries(members.filter(([key]) => key.startsWith('$'))), name);
    if (group === undefined) return [];
    const reserved = group.$extensions?.['dev.orgbilling']?.reserved ?? inherited.reserved;
    return members.flatMap(([key, child]) => {
      if (key.startsWith('$')) return [];
      if (!/^[A-Za-z0-9]+$/.test(key)) return refuse(name, `name "${key}" may hold only letters and digits`);
      return walk(child, [...path, key], { type: group.$type ?? inherited.type, reserved });
    });
  }

  function toDefinition(node: object, path: string, inherited: Inherited): Definition[] {
    const token = check(tokenNode, node, path);
    if (token === undefined) return [];
    const type = token.$type ?? inherited.type;
    if (type === undefined) return refuse(path, 'has no $type, neither itself nor from a group above it');
    const tokenExtensions: TokenExtensions = token.$extensions?.['dev.orgbilling'] ?? {};
    const byGroup = tokenExtensions.reserved === undefined && inherited.reserved !== undefined;
    const extensions = byGroup ? { ...tokenExtensions, reserved: inherited.reserved, reservedByGroup: true } : tokenExtensions;
    return [{ path, type, value: token.$value, description: token.$description, extensions, file }];
  }

  function check<T extends z.ZodType>(schema: T, value: unknown, path: string): z.infer<T> | undefined {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    const issue = result.error.issues[0];
    refuse(path, [issue?.path.join('.'), issue?.message].filter(Boolean).join(': '));
    return undefined;
  }

  function refuse(path: string, reason: string): [] {
    problems.push({ gate: 'schema', file, path, reason });
    return [];
  }
}
