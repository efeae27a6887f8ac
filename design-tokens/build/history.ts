import type { Problem, TokenSet } from './model.ts';
import { TokenError } from './model.ts';
import { nearest } from './names.ts';
import type { ReadText } from './parse.ts';
import type { History } from './registry.ts';
import { z } from 'zod';

const record = z.record(z.string(), z.string().min(1));

/** Reads history/removed.json (old path -> advice) and history/renamed.json (old path -> new path). */
export function readHistory(read: ReadText): History {
  return { removed: readRecord(read, 'history/removed.json'), renamed: readRecord(read, 'history/renamed.json') };
}

function readRecord(read: ReadText, file: string): Record<string, string> {
  const fault = (reason: string): TokenError => new TokenError([{ gate: 'history', file, path: '(file)', reason }]);
  let json: unknown;
  try {
    json = JSON.parse(read(file));
  } catch (error) {
    throw fault(`cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const parsed = record.safeParse(json);
  if (!parsed.success) throw fault('must be an object from old token paths to texts');
  return parsed.data;
}

/** Gate on the history: an old name is free again only when its entry goes, and a new name must lead to a token. */
export function historyProblems(tokens: TokenSet, { removed, renamed }: History): Problem[] {
  const problems: Problem[] = [];
  for (const [file, entries] of Object.entries({ 'history/removed.json': removed, 'history/renamed.json': renamed })) {
    for (const path of Object.keys(entries)) {
      if (tokens.has(path)) problems.push({ gate: 'history', file, path, reason: 'is a token again; remove the entry' });
    }
  }
  for (const [path, target] of Object.entries(renamed)) {
    if (tokens.has(target) || target in renamed) continue;
    const close = nearest(target, tokens.keys());
    problems.push({
      gate: 'history',
      file: 'history/renamed.json',
      path,
      reason: `leads to ${target}, which is no token${close === undefined ? '' : `; did you mean ${close}?`}`,
    });
  }
  return problems;
}
