import { useLayoutEffect, type RefObject } from 'react';

/** Maximum gap in pixels below the content, if the content needs less height than the element had during loading. */
const nearlyPx = 108;

/** To prevent a layout shift, keeps the height during loading as minimum height, unless a large gap would remain. Ends on resize. */
export function useHeldHeight(ref: RefObject<HTMLElement | null>, isBusy: boolean): void {
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || !isBusy) return;
    let height = element.offsetHeight;
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(() => (height = element.offsetHeight));
    observer?.observe(element);
    return () => {
      observer?.disconnect();
      // Sets the minimum height even if the new content is higher than the placeholder, because the content may shrink later.
      if (height - element.offsetHeight > nearlyPx) return;
      element.style.minBlockSize = `${height}px`;
      window.addEventListener('resize', () => element.style.removeProperty('min-block-size'), { once: true });
    };
  }, [ref, isBusy]);
}
