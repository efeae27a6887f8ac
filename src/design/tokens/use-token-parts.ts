import { useMemo } from 'react';
import { dependencies } from 'virtual:design-dependencies';
import { useSettings } from '#design/gallery/settings.ts';
import { useTokens } from './use-tokens.ts';

/** Where a token is used: the part of the token data that this file needs. */
interface UsedToken {
  readonly path: string;
  readonly uses: readonly { readonly owner: string }[];
}

type Dependencies = Readonly<Record<string, readonly string[]>>;

/** Styles of the whole document. What they use, everything uses. */
export const allTokenParts = 'ui/base';

const partOf = (owner: string): string => owner.split('/').slice(0, 2).join('/');

/** Components and sections whose style sheets or scripts name one of these tokens, directly or through an alias. */
export function ownersOf(tokens: readonly UsedToken[]): ReadonlySet<string> {
  return new Set(tokens.flatMap(({ uses }) => uses.map(({ owner }) => partOf(owner))));
}

/** Every part that draws one of the owners. The styles of the whole document are left to the caller. */
export function partsDrawing(owners: ReadonlySet<string>, dependencies: Dependencies): ReadonlySet<string> {
  return new Set(
    Object.keys(dependencies).filter((part) => dependencies[part]?.some((drawn) => drawn !== allTokenParts && owners.has(drawn))),
  );
}

/** Components and sections that the token filter leaves, by folder; null when there is no filter. */
export function useTokenParts(): ReadonlySet<string> | null {
  const { docs } = useTokens();
  const { token } = useSettings();
  return useMemo(() => {
    const wanted = token.trim().toLowerCase();
    if (wanted === '') return null;
    const exact = docs.tokens.filter(({ path }) => path.toLowerCase() === wanted);
    const chosen = exact.length > 0 ? exact : docs.tokens.filter(({ path }) => path.toLowerCase().includes(wanted));
    return partsDrawing(ownersOf(chosen), dependencies);
  }, [docs, token]);
}
