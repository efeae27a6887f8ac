import { useLayoutEffect, type RefObject } from 'react';

/** Maximum number of pixels by which the content may be lower than the height during loading. */
const nearlyPx = 108;

/** Keeps the loading height of an element whose content is about as high, to prevent a layout shift. A resize removes the height. */
export function useHeldHeight(ref: RefObject<HTMLElement | null>, isBusy: boolean): void {
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || !isBusy) return;
    let height = element.offsetHeight;
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(() => (height = element.offsetHeight));
    observer?.observe(element);
    return () => {
      observer?.disconnect();
      // If the content is higher, the minimum height is set too, because the content may shrink later.
      if (height - element.offsetHeight > nearlyPx) return;
      element.style.minBlockSize = `${height}px`;
      window.addEventListener('resize', () => element.style.removeProperty('min-block-size'), { once: true });
    };
  }, [ref, isBusy]);
}
