import type { TokenSet } from './model.ts';
import { cssName, nearest, reachesCss } from './names.ts';

export interface Registry {
  readonly tokens: TokenSet;
  readonly properties: ReadonlyMap<string, string>;
}

/** Custom properties that React Aria sets to measured sizes. They are permitted, because they are not design values. */
const MEASURED = new Set([
  '--trigger-width',
  '--trigger-anchor-point',
  '--page-height',
  '--page-width',
  '--visual-viewport-height',
  '--visual-viewport-width',
  '--disclosure-panel-height',
  '--disclosure-panel-width',
]);

export function createRegistry(tokens: TokenSet): Registry {
  const properties = new Map<string, string>();
  for (const token of tokens.values()) {
    if (!reachesCss(token.path)) continue;
    properties.set(cssName(token.path), token.path);
    if (token.type === 'typography') properties.set(`${cssName(token.path)}-tracking`, token.path);
  }
  return { tokens, properties };
}

/** Undefined if the property is allowed. `local` contains the properties that the file defines. */
export function propertyFault({ tokens, properties }: Registry, name: string, local: ReadonlySet<string>): string | undefined {
  if (properties.has(name) || MEASURED.has(name) || local.has(name)) return undefined;
  const hidden = [...tokens.keys()].find((path) => !reachesCss(path) && cssName(path) === name);
  if (hidden?.startsWith('breakpoint.'))
    return `${name} is not written to CSS: a query uses (--from-...) or (--below-...), anything else a size token`;
  if (hidden !== undefined) return `${name} is not written to CSS; use a semantic token that stands on {${hidden}}`;
  const close = nearest(name, [...properties.keys(), ...local]);
  return `${name} is no token${close === undefined ? '' : `; did you mean ${close}?`}`;
}
