import type { TokenDoc } from 'virtual:design-tokens';

export const tokenTiers = ['reference', 'semantic', 'component'] as const;
export type Tier = (typeof tokenTiers)[number];

export interface AliasGraph {
  /** Token paths of each tier, from top to bottom. */
  readonly columns: Readonly<Record<Tier, readonly string[]>>;
  readonly edges: readonly { readonly from: string; readonly to: string }[];
}

export function aliasGraph(tokens: readonly TokenDoc[], chosen: readonly TokenDoc[]): AliasGraph {
  const byPath = new Map(tokens.map((token) => [token.path, token]));
  const below = closure(chosen, (token) => token.aliases.flatMap((path) => byPath.get(path) ?? []));
  const above = closure(chosen, (token) => tokens.filter(({ aliases }) => aliases.includes(token.path)));
  const shown = tokens.filter((token) => below.has(token) || above.has(token));
  const edges = shown.flatMap(({ path, aliases }) =>
    aliases.filter((to) => shown.some((token) => token.path === to)).map((to) => ({ from: path, to })),
  );

  const component = pathsOf(shown, 'component');
  const semantic = nearTo(pathsOf(shown, 'semantic'), component, edges);
  const reference = nearTo(pathsOf(shown, 'reference'), semantic, edges);
  return { columns: { reference, semantic, component }, edges };
}

function closure(start: readonly TokenDoc[], next: (token: TokenDoc) => readonly TokenDoc[]): ReadonlySet<TokenDoc> {
  const visited = new Set<TokenDoc>();
  const queue = [...start];
  for (let token = queue.shift(); token !== undefined; token = queue.shift()) {
    if (visited.has(token)) continue;
    visited.add(token);
    queue.push(...next(token));
  }
  return visited;
}

const pathsOf = (tokens: readonly TokenDoc[], tier: Tier): string[] =>
  tokens.filter((token) => token.tier === tier).map(({ path }) => path);

/** Sorts tokens by their first dependent token, so that few lines in the graph cross. */
function nearTo(paths: readonly string[], users: readonly string[], edges: AliasGraph['edges']): string[] {
  const firstUser = (path: string): number => {
    const places = edges.filter(({ to }) => to === path).map(({ from }) => users.indexOf(from));
    return Math.min(...places.filter((place) => place >= 0), users.length);
  };
  return paths.toSorted((a, b) => firstUser(a) - firstUser(b));
}
