import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatJson } from './format.ts';
import type { TokenSet } from './model.ts';

type Json = { [key: string]: unknown };

/** Removes the reserved marker from tokens that are used. The markers of groups stay. Returns the changed files. */
export function releaseTokens(root: string, tokens: TokenSet, stale: readonly string[]): string[] {
  const changed: string[] = [];
  for (const file of new Set(stale.map((path) => tokens.get(path)?.file ?? ''))) {
    const json = JSON.parse(readFileSync(join(root, file), 'utf8')) as Json;
    const releasedPaths = stale.filter((path) => tokens.get(path)?.file === file && dropReserved(nodeAt(json, path)));
    if (releasedPaths.length === 0) continue;
    writeFileSync(join(root, file), formatJson(json));
    changed.push(file);
  }
  return changed;
}

function nodeAt(json: Json, path: string): Json | undefined {
  return path.split('.').reduce<Json | undefined>((node, key) => node?.[key] as Json | undefined, json);
}

function dropReserved(node: Json | undefined): boolean {
  const bags = node?.['$extensions'] as Record<string, Json> | undefined;
  const extensions = bags?.['dev.orgbilling'];
  if (node === undefined || extensions === undefined || !('reserved' in extensions)) return false;
  delete extensions['reserved'];
  if (Object.keys(extensions).length === 0) delete node['$extensions'];
  return true;
}
