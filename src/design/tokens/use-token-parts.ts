import { useMemo, useSyncExternalStore } from 'react';
import { dependencies } from 'virtual:design-dependencies';
import { subscribeTokens, tokenState, type TokenState } from 'virtual:design-tokens';
import { useSettings } from '#design/gallery/settings.ts';

export const useTokens = (): TokenState => useSyncExternalStore(subscribeTokens, tokenState);

interface UsedToken {
  readonly path: string;
  readonly uses: readonly { readonly owner: string }[];
}

type Dependencies = Readonly<Record<string, readonly string[]>>;

/** Folder of the styles of the whole document. Tokens in these styles affect every part. */
export const allTokenParts = 'ui/base';

const partOf = (owner: string): string => owner.split('/').slice(0, 2).join('/');

/** Returns components and sections that use one of these tokens in a style sheet or script, directly or through an alias. */
export function ownersOf(tokens: readonly UsedToken[]): ReadonlySet<string> {
  return new Set(tokens.flatMap(({ uses }) => uses.map(({ owner }) => partOf(owner))));
}

/** Returns the parts that render one of the owners. Ignores the owner `allTokenParts`, because every part has these styles. */
export function partsDrawing(owners: ReadonlySet<string>, dependencies: Dependencies): ReadonlySet<string> {
  return new Set(
    Object.keys(dependencies).filter((part) => dependencies[part]?.some((drawn) => drawn !== allTokenParts && owners.has(drawn))),
  );
}

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
