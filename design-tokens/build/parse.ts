import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import type { Problem, Token, TokenExtensions, TokenType } from './model.ts';
import { TokenError } from './model.ts';
import { type ResolverDocument, firstIssue, groupMembers, resolverDocument, tokenNode, valueSchema } from './schema.ts';

/** Reads a file of the token folder; tests hand in a function that returns altered text. */
export type ReadText = (file: string) => string;

export function readFrom(root: string): ReadText {
  return (file) => readFileSync(join(root, file), 'utf8');
}

/** The resolver document and the tokens of every file it names, in file order. */
export interface Sources {
  readonly document: ResolverDocument;
  readonly files: ReadonlyMap<string, readonly Token[]>;
}

export const RESOLVER = 'tokens.resolver.json';

/** Reads and checks the resolver document and its files. Throws TokenError with every schema problem. */
export function parseSources(read: ReadText): Sources {
  const document = parseResolver(read);
  const problems: Problem[] = [];
  const files = new Map<string, readonly Token[]>();
  for (const file of sourceFiles(document)) {
    try {
      const json = readJson(read, file);
      files.set(file, parseTokens(json, file, problems));
    } catch (error) {
      if (!(error instanceof TokenError)) throw error;
      problems.push(...error.problems);
    }
  }
  if (problems.length > 0) throw new TokenError(problems);
  return { document, files };
}

/** Every token file that the resolver document names. */
export function sourceFiles(document: ResolverDocument): string[] {
  const sets = Object.values(document.sets).flatMap((set) => set.sources);
  const contexts = Object.values(document.modifiers).flatMap((modifier) => Object.values(modifier.contexts).flat());
  return [...new Set([...sets, ...contexts].map((source) => source.$ref))];
}

function parseResolver(read: ReadText): ResolverDocument {
  const parsed = resolverDocument.safeParse(readJson(read, RESOLVER));
  if (!parsed.success) throw schemaError(RESOLVER, '(document)', firstIssue(parsed.error));
  const { sets, modifiers, resolutionOrder } = parsed.data;
  for (const { $ref } of resolutionOrder) {
    const [, kind, name] = /^#\/(sets|modifiers)\/(\w+)$/.exec($ref) ?? [];
    const known = kind === 'sets' ? sets : modifiers;
    if (name === undefined || !(name in known)) throw schemaError(RESOLVER, 'resolutionOrder', `${$ref} names no set or modifier`);
  }
  for (const [name, modifier] of Object.entries(modifiers)) {
    if (!(modifier.default in modifier.contexts))
      throw schemaError(RESOLVER, `modifiers.${name}`, `default "${modifier.default}" is not one of its contexts`);
  }
  return parsed.data;
}

function readJson(read: ReadText, file: string): unknown {
  let text: string;
  try {
    text = read(file);
  } catch {
    throw schemaError(file, '(file)', 'cannot be read; the resolver document names it');
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw schemaError(file, '(file)', `is not JSON: ${withLine(text, error instanceof Error ? error.message : '')}`);
  }
}

/** Turns the character position of a JSON error into a line, which is what an editor shows. */
function withLine(text: string, message: string): string {
  const position = /position (\d+)/.exec(message)?.[1];
  if (position === undefined || message.includes('line ')) return message;
  const line = text.slice(0, Number(position)).split('\n').length;
  return `${message} (line ${line})`;
}

interface Inherited {
  readonly type: TokenType | undefined;
  readonly reserved: string | undefined;
}

function parseTokens(json: unknown, file: string, problems: Problem[]): Token[] {
  const tokens: Token[] = [];
  walk(json, [], { type: undefined, reserved: undefined });
  return tokens;

  function walk(node: unknown, path: readonly string[], inherited: Inherited): void {
    const name = path.join('.') || '(file)';
    if (node === null || typeof node !== 'object' || Array.isArray(node)) {
      problems.push(schemaProblem(file, name, 'must be a group or a token with $value'));
      return;
    }
    if ('$value' in node) {
      const token = toToken(node, name, inherited);
      if (token !== undefined) tokens.push(token);
      return;
    }
    const entries = Object.entries(node);
    const group = check(groupMembers, Object.fromEntries(entries.filter(([key]) => key.startsWith('$'))), name);
    if (group === undefined) return;
    const next = {
      type: group.$type ?? inherited.type,
      reserved: group.$extensions?.['dev.orgbilling'].reserved ?? inherited.reserved,
    };
    for (const [key, child] of entries) {
      if (key.startsWith('$')) continue;
      if (!/^[A-Za-z0-9]+$/.test(key)) problems.push(schemaProblem(file, name, `name "${key}" may hold only letters and digits`));
      else walk(child, [...path, key], next);
    }
  }

  function toToken(node: object, path: string, inherited: Inherited): Token | undefined {
    const parsed = check(tokenNode, node, path);
    if (parsed === undefined) return undefined;
    const type = parsed.$type ?? inherited.type;
    if (type === undefined) {
      problems.push(schemaProblem(file, path, 'has no $type, neither itself nor from a group above it'));
      return undefined;
    }
    if (check(valueSchema(type, parsed.$value), parsed.$value, path, `$value of type ${type}: `) === undefined) return undefined;
    const own: TokenExtensions = parsed.$extensions?.['dev.orgbilling'] ?? {};
    const extensions =
      own.reserved === undefined && inherited.reserved !== undefined
        ? { ...own, reserved: inherited.reserved, reservedByGroup: true }
        : own;
    return { path, type, value: parsed.$value, description: parsed.$description, extensions, file };
  }

  function check<T extends z.ZodType>(schema: T, value: unknown, path: string, prefix = ''): z.infer<T> | undefined {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    problems.push(schemaProblem(file, path, prefix + firstIssue(result.error)));
    return undefined;
  }
}

function schemaProblem(file: string, path: string, reason: string): Problem {
  return { gate: 'schema', file, path, reason };
}

function schemaError(file: string, path: string, reason: string): TokenError {
  return new TokenError([schemaProblem(file, path, reason)]);
}
