import { useLayoutEffect, type RefObject } from 'react';

/** Maximum difference in pixels by which the content may be lower than the reserved height. */
const nearlyPx = 108;

/** Keeps an element's loading height if its content is nearly as high, to prevent a layout shift. Ends at the next resize. */
export function useHeldHeight(ref: RefObject<HTMLElement | null>, isBusy: boolean): void {
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || !isBusy) return;
    let height = element.offsetHeight;
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(() => (height = element.offsetHeight));
    observer?.observe(element);
    return () => {
      observer?.disconnect();
      // Also keeps the height if the content is higher, because it may shrink later.
      if (height - element.offsetHeight > nearlyPx) return;
      element.style.minBlockSize = `${height}px`;
      window.addEventListener('resize', () => element.style.removeProperty('min-block-size'), { once: true });
    };
  }, [ref, isBusy]);
}
