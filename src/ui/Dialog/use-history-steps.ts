import { useEffect, useEffectEvent } from 'react';
import { guardMoves, undoNavigation } from '#lib/browser/history-guard.ts';
import { announce } from '#ui/Announcer/announce.ts';
import { uiTexts } from '#ui/texts.ts';

/**
 * Back and Forward close an open overlay, like Escape, and keep the page. During work that must not be abandoned they do nothing and
 * announce why.
 * @param isInAddress true if the open state is in the URL, so that the history step itself closes the overlay
 */
export function useHistorySteps({ isOpen, isBusy, isInAddress, onClose }: HistorySteps): void {
  const isHeard = isOpen && (isBusy || !isInAddress);
  const step = useEffectEvent(() => (isBusy ? announce(uiTexts.busyReason) : onClose()));
  useEffect(() => {
    if (!isHeard) return;
    const address = window.location.href;
    return guardMoves((event) => {
      undoNavigation(event, address);
      step();
    });
  }, [isHeard]);
}

interface HistorySteps {
  isOpen: boolean;
  isBusy: boolean;
  isInAddress: boolean;
  onClose: () => void;
}
