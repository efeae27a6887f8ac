import { useMemo } from 'react';
import { dependencies } from 'virtual:design-dependencies';
import { useSettings } from '#app/design/gallery/settings.ts';
import { ownersOf, partsDrawing } from './users.ts';
import { useTokens } from './use-tokens.ts';

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
