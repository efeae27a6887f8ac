import { useEffect } from 'react';
import { guardMoves, takeBack } from '#lib/moves.ts';
import { announce } from '#ui/Announcer/announce.ts';
import { texts } from '#ui/texts.ts';

/** While something runs that must not be walked away from, Back and Forward lead nowhere, and say why. */
export function useStay(isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return;
    const address = window.location.href;
    return guardMoves((event) => {
      takeBack(event, address);
      announce(texts.busyReason);
    });
  }, [isBusy]);
}
