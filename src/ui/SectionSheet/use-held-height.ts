import { useLayoutEffect, type RefObject } from 'react';

/** Keeps the reserved height if the content is lower by at most this many pixels. */
const nearlyPx = 80;

/** Keeps an element's loading height if its content is nearly as high, so that nothing below moves. Ends on resize. */
export function useHeldHeight(ref: RefObject<HTMLElement | null>, isBusy: boolean): void {
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || !isBusy) return;
    let height = element.offsetHeight;
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(() => (height = element.offsetHeight));
    observer?.observe(element);
    return () => {
      observer?.disconnect();
      // Also if the content is higher, because it may shrink later.
      if (height - element.offsetHeight > nearlyPx) return;
      element.style.minBlockSize = `${height}px`;
      window.addEventListener('resize', () => element.style.removeProperty('min-block-size'), { once: true });
    };
  }, [ref, isBusy]);
}
