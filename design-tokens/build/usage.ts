import { type AtRule, type Declaration, parse } from 'postcss';
import { type Problem, type TokenSet, reachedFrom, tierOf } from './model.ts';
import { customMedia } from './custom-media.ts';
import type { Project } from './project.ts';
import type { Registry } from './registry.ts';
import { reachesCss } from './names.ts';

export interface TokenUse {
  readonly file: string;
  readonly line: number;
  readonly owner: string;
  /** Place of the use: selector and property, query, or "script". */
  readonly where: string;
  /** Path of the alias through which the code uses this token; undefined if the code uses this token directly. */
  readonly through: string | undefined;
}

/** Every use of a token, by token path. Code can use a reference token only through a token that aliases it. */
export type UsageIndex = ReadonlyMap<string, readonly TokenUse[]>;

const VARIABLE = /var\(\s*(--[\w-]+)/g;
const PROPERTY_IN_SCRIPT = /--[a-z][\w-]*/g;
const NAME_IN_SCRIPT = /['"`]([a-z]+(?:\.[A-Za-z0-9]+)+)['"`]/g;
const CONSTANTS: Readonly<Record<string, string>> = {
  chartSeries: 'color.chart.',
  breakpointRem: 'breakpoint.',
  durationMs: 'motion.duration.',
  layer: 'layer.',
  canvasColor: 'color.surface.canvas',
};

/** `tokens` are the tokens of one theme; aliases of other themes are ignored. */
export function indexUsage({ styles, scripts }: Project, { tokens, properties }: Registry): UsageIndex {
  const index = new Map<string, TokenUse[]>();
  const queries = new Map([...customMedia(tokens)].map(([name]) => [name, `breakpoint.${name.replace(/^--(from|below|tall)-/, '')}`]));
  for (const [file, css] of styles) {
    const root = parse(css, { from: file });
    root.walkDecls((declaration) => {
      for (const [, name = ''] of declaration.value.matchAll(VARIABLE))
        record(properties.get(name), file, declaration.source?.start?.line, whereOf(declaration));
    });
    root.walkAtRules(/^(media|container)$/, (rule: AtRule) => {
      for (const [, name = ''] of rule.params.matchAll(/\((--[\w-]+)\)/g))
        record(queries.get(name), file, rule.source?.start?.line, `@${rule.name} ${rule.params}`);
    });
  }
  for (const [file, code] of scripts) {
    for (const match of code.matchAll(PROPERTY_IN_SCRIPT)) record(properties.get(match[0]), file, lineAt(code, match.index), 'script');
    for (const match of code.matchAll(NAME_IN_SCRIPT))
      if (tokens.has(match[1] ?? '')) record(match[1], file, lineAt(code, match.index), 'script');
    for (const match of code.matchAll(/import\s+(?:type\s+)?\{([^}]*)\}\s+from\s+['"][^'"]*\/tokens\.ts['"]/g)) {
      for (const name of (match[1] ?? '').split(',').map((part) => part.trim().split(' ')[0] ?? '')) {
        const prefix = CONSTANTS[name];
        if (prefix === undefined) continue;
        for (const path of tokens.keys()) if (path.startsWith(prefix)) record(path, file, lineAt(code, match.index), 'script');
      }
    }
  }
  return index;

  function record(path: string | undefined, file: string, line: number | undefined, where: string): void {
    if (path === undefined) return;
    const use = { file, line: line ?? 0, owner: ownerOf(file), where };
    add(path, { ...use, through: undefined });
    for (const reached of reachedFrom(tokens, path)) add(reached, { ...use, through: path });
  }

  function add(path: string, use: TokenUse): void {
    const uses = index.get(path) ?? [];
    if (uses.some((known) => isSamePlace(known, use))) return;
    uses.push(use);
    index.set(path, uses);
  }
}

const isSamePlace = (one: TokenUse, other: TokenUse): boolean =>
  one.file === other.file && one.line === other.line && one.where === other.where && one.through === other.through;

/** Finds unused semantic and component tokens without a `reserved` reason. They must be removed or get such a reason. */
export function unusedProblems(tokens: TokenSet, usage: UsageIndex): Problem[] {
  return [...tokens.values()].flatMap((token) => {
    const counts = reachesCss(token.path) || token.path.startsWith('breakpoint.');
    if (!counts || tierOf(token.path) === 'reference' || token.extensions.reserved !== undefined || usage.has(token.path)) return [];
    return [
      {
        gate: 'unused',
        file: token.file,
        path: token.path,
        reason: 'is used nowhere: remove it, or say in its reserved extension what it waits for',
      },
    ];
  });
}

export function staleReservations(tokens: TokenSet, usage: UsageIndex): string[] {
  return [...tokens.values()]
    .filter(({ path, extensions: { reserved, reservedByGroup } }) => reserved !== undefined && reservedByGroup !== true && usage.has(path))
    .map(({ path }) => path);
}

function ownerOf(file: string): string {
  return file.split('/').slice(1, -1).join('/');
}

function whereOf(declaration: Declaration): string {
  const parent = declaration.parent;
  const selector = parent?.type === 'rule' ? parent.selector.replace(/\s+/g, ' ') : '';
  return `${selector} { ${declaration.prop} }`.trim();
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
