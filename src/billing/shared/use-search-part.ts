import { useRouter } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';

/**
 * What a part of the page reads from the query of the address. It is drawn again only when this changes, and not whenever
 * another part of the page writes its own word there.
 * @param read gives a text, a number or null, so that equal answers are the same
 */
export function useSearchPart<T extends string | number | boolean | null>(read: (search: string) => T): T {
  const { ssrSearch } = useRouter();
  const now = (): T => read(window.location.search);
  return useLocationProperty(now, ssrSearch === undefined ? now : () => read(ssrSearch));
}
