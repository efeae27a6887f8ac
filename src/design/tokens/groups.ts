import type { TokenDoc } from 'virtual:design-tokens';

export interface TokenGroup {
  /** Name of the group: the first two path segments for colors and components, otherwise the first path segment. */
  readonly name: string;
  readonly tokens: readonly TokenDoc[];
}

function groupName(path: string): string {
  const [first = '', second = ''] = path.split('.');
  return first === 'color' || first === 'component' ? `${first}.${second}` : first;
}

export function groupTokens(tokens: readonly TokenDoc[]): TokenGroup[] {
  const groups = new Map<string, TokenDoc[]>();
  for (const token of tokens) {
    if (token.path.startsWith('color.ref.')) continue;
    const name = groupName(token.path);
    groups.set(name, [...(groups.get(name) ?? []), token]);
  }
  return [...groups].map(([name, members]) => ({ name, tokens: members }));
}

/**
 * `token` must occur in the path. `name` must occur in the path, the property, the description, or the name of a part that uses the token.
 */
export function isWanted({ path, property = '', description = '', uses }: TokenDoc, name: string, token: string): boolean {
  const words = name.trim().toLowerCase();
  const text = `${path} ${property} ${description} ${uses.map(({ owner }) => owner).join(' ')}`.toLowerCase();
  return text.includes(words) && path.toLowerCase().includes(token.trim().toLowerCase());
}

export const valueIn = ({ values }: TokenDoc, theme: string): string => values[theme] ?? values['light'] ?? '';
