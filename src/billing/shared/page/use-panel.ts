import { useMemo } from 'react';
import { useLocation, useRouter } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';
import { panelOf, withPanel, type Panel } from './panel.ts';

export interface PanelSwitch {
  readonly open: (panel: Panel) => void;
  readonly close: () => void;
}

export const usePanel = (): Panel | null => useSearchPart(panelOf);

/** Opens and closes panels as history steps, so that Back and Forward work. */
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
 * Re-renders only if the value changes.
 * @param read must return a primitive, so that equal values are identical
 */
export function useSearchPart<T extends string | number | boolean | null>(read: (search: string) => T): T {
  const { ssrSearch } = useRouter();
  const now = (): T => read(window.location.search);
  return useLocationProperty(now, ssrSearch === undefined ? now : () => read(ssrSearch));
}
