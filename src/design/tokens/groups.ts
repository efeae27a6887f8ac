import type { TokenDoc } from 'virtual:design-tokens';

export interface TokenGroup {
  /** First two parts of the paths for colours and components, the first one for the rest. */
  readonly name: string;
  readonly tokens: readonly TokenDoc[];
}

function groupName(path: string): string {
  const [first = '', second = ''] = path.split('.');
  return first === 'color' || first === 'component' ? `${first}.${second}` : first;
}

/** Tokens below the same name, in file order. Raw ramps have their own drawing and are left out. */
export function groupTokens(tokens: readonly TokenDoc[]): TokenGroup[] {
  const groups = new Map<string, TokenDoc[]>();
  for (const token of tokens) {
    if (token.path.startsWith('color.ref.')) continue;
    const name = groupName(token.path);
    groups.set(name, [...(groups.get(name) ?? []), token]);
  }
  return [...groups].map(([name, members]) => ({ name, tokens: members }));
}

/** Whether a token is looked for: by a part of its path, property or description, or by the name of what uses it. */
export function isWanted({ path, property = '', description = '', uses }: TokenDoc, name: string, token: string): boolean {
  const words = name.trim().toLowerCase();
  const text = `${path} ${property} ${description} ${uses.map(({ owner }) => owner).join(' ')}`.toLowerCase();
  return text.includes(words) && path.toLowerCase().includes(token.trim().toLowerCase());
}

/** A token's value in one theme: what differs from light is stated, the rest is as in light. */
export const valueIn = ({ values }: TokenDoc, theme: string): string => values[theme] ?? values['light'] ?? '';
