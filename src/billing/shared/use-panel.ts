import { useCallback } from 'react';
import { useLocation, useSearch } from 'wouter';
import { panelOf, withPanel, type Panel } from './panel.ts';

export interface PanelInAddress {
  readonly current: Panel | null;
  readonly open: (panel: Panel) => void;
  /** Removes the panel, and nothing else, from the address. */
  readonly close: () => void;
}

/** The side panel that the address names. Opening and closing are steps of the history, so that Back and Forward do both. */
export function usePanel(): PanelInAddress {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const go = useCallback(
    (panel: Panel | null) => navigate(path + withPanel(search, panel) + window.location.hash),
    [navigate, path, search],
  );
  return { current: panelOf(search), open: go, close: useCallback(() => go(null), [go]) };
}
