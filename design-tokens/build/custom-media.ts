import { type TokenSet, literalValue } from './model.ts';
import { kebab, nearest } from './names.ts';

/** `--from-medium` applies to widths of at least medium, `--below-medium` to smaller widths. A media query does not support var(). */
export function customMedia(tokens: TokenSet): ReadonlyMap<string, string> {
  const conditions = new Map<string, string>();
  for (const path of tokens.keys()) {
    if (!path.startsWith('breakpoint.')) continue;
    const { value, unit } = literalValue(tokens, path) as { value: number; unit: string };
    const name = kebab(path.slice('breakpoint.'.length));
    conditions.set(`--from-${name}`, `(width >= ${value}${unit})`);
    conditions.set(`--below-${name}`, `(width < ${value}${unit})`);
    conditions.set(`--tall-${name}`, `(height >= ${value}${unit})`);
  }
  return conditions;
}

const QUERY = /(@(?:media|container)\b[^{;]*)/g;
const NAME = /\((--[\w-]+)\)/g;

/** @throws {Error} for an unknown name; the message contains the most similar known name */
export function expandCustomMedia(css: string, conditions: ReadonlyMap<string, string>): string {
  return css.replace(QUERY, (query) =>
    query.replace(NAME, (_, name: string) => {
      const condition = conditions.get(name);
      if (condition !== undefined) return condition;
      const close = nearest(name, conditions.keys());
      throw new Error(
        `${name} is no breakpoint name${close === undefined ? '' : `; did you mean ${close}?`} Known: ${[...conditions.keys()].join(', ')}`,
      );
    }),
  );
}
