import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { panelOf, withPanel, type Panel } from './panel.ts';
import { useSearchPart } from './use-search-part.ts';

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
