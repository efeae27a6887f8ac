import { useEffect, useEffectEvent } from 'react';
import { guardMoves, undoNavigation } from '#lib/browser/history-guard.ts';
import { announce } from '#ui/Announcer/announce.ts';
import { uiTexts } from '#ui/texts.ts';

/**
 * Back and Forward do with an open overlay what Escape does: they close it, and the page stays where it is. While something
 * runs that must not be walked away from, they lead nowhere, and say why.
 * @param isInAddress the step itself closes the overlay, which is open because the address says so
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
