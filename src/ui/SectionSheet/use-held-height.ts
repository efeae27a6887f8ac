import { useLayoutEffect, type RefObject } from 'react';

/** Maximum gap in pixels below the content, if the content needs less height than the element had during loading. */
const nearlyPx = 108;

/**
 * Prevents a layout shift after loading: the height during loading becomes the minimum height, unless this would leave a large gap. A
 * resize of the window removes the minimum height.
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
      // Sets the minimum height even if the new content is higher than the placeholder, because the content may shrink later.
      if (height - element.offsetHeight > nearlyPx) return;
      element.style.minBlockSize = `${height}px`;
      window.addEventListener('resize', () => element.style.removeProperty('min-block-size'), { once: true });
    };
  }, [ref, isBusy]);
}
