import { type TokenSet, literalValue } from './model.ts';
import { kebab, nearest } from './names.ts';

/** Custom properties do not work in queries. `--from-medium`: at least as wide as the breakpoint; `--below-medium`: narrower. */
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

/** @throws for an unknown name, with the nearest known one */
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
