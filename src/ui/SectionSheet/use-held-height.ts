import { useLayoutEffect, type RefObject } from 'react';

/** Content that comes lower than the paper held for it by no more than this leaves the paper as it is. Pixels. */
const nearlyPx = 80;

/**
 * Keeps an element as high as it was while it waited for its content, where that comes nearly as high: what is below does not move.
 * Until the window is resized, since another width asks for another height.
 */
export function useHeldHeight(ref: RefObject<HTMLElement | null>, isBusy: boolean): void {
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || !isBusy) return;
    let height = element.offsetHeight;
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(() => (height = element.offsetHeight));
    observer?.observe(element);
    return () => {
      observer?.disconnect();
      // Also where it comes higher: it may still fall below.
      if (height - element.offsetHeight > nearlyPx) return;
      element.style.minBlockSize = `${height}px`;
      window.addEventListener('resize', () => element.style.removeProperty('min-block-size'), { once: true });
    };
  }, [ref, isBusy]);
}
