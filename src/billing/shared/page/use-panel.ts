import { useMemo } from 'react';
import { useLocation, useRouter } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';
import { panelOf, withPanel, type Panel } from './panel.ts';

export interface PanelSwitch {
  readonly open: (panel: Panel) => void;
  /** Removes the panel, and nothing else, from the address; does nothing where none is open. */
  readonly close: () => void;
}

/** The side panel that the address names; null for none. */
export const usePanel = (): Panel | null => useSearchPart(panelOf);

/** Opens and closes side panels. Both are steps of the history, so that Back and Forward do them too. */
export function usePanelSwitch(): PanelSwitch {
  const [, navigate] = useLocation();
  return useMemo(() => {
    const go = (panel: Panel | null): void => {
      const { pathname, search, hash } = window.location;
      if (panelOf(search) !== panel) navigate(pathname + withPanel(search, panel) + hash);
    };
    return { open: go, close: () => go(null) };
  }, [navigate]);
}

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
