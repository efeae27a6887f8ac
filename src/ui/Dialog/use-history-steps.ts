import { useEffect, useEffectEvent } from 'react';
import { guardMoves, undoNavigation } from '#lib/browser/history-guard.ts';
import { announce } from '#ui/Announcer/announce.ts';
import { uiTexts } from '#ui/texts.ts';

/**
 * Closes an overlay on Back and Forward instead of navigating. A busy overlay stays open and announces the reason.
 * If `isInAddress` is true, a change of the URL closes an idle overlay, so this hook then handles only a busy overlay.
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
