import { useMemo } from 'react';
import { useLocation, useRouter } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';
import { panelOf, withPanel, type Panel } from './panel.ts';

export interface PanelSwitch {
  readonly open: (panel: Panel) => void;
  /** Removes only the panel from the URL; does nothing if none is open. */
  readonly close: () => void;
}

/** Side panel in the URL; null if none. */
export const usePanel = (): Panel | null => useSearchPart(panelOf);

/** Opens and closes side panels as history steps, so that Back and Forward work. */
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
 * Value derived from the URL's query. Re-renders only if the value changes, not on other query changes.
 * @param read returns a primitive, so that equal results are identical
 */
export function useSearchPart<T extends string | number | boolean | null>(read: (search: string) => T): T {
  const { ssrSearch } = useRouter();
  const now = (): T => read(window.location.search);
  return useLocationProperty(now, ssrSearch === undefined ? now : () => read(ssrSearch));
}
