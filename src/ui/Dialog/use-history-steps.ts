import { useEffect, useEffectEvent } from 'react';
import { guardMoves, undoNavigation } from '#lib/browser/history-guard.ts';
import { announce } from '#ui/Announcer/announce.ts';
import { uiTexts } from '#ui/texts.ts';

/** Back and Forward close an overlay like Escape. `isInAddress`: the open state is in the URL, so the step itself closes it. */
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
