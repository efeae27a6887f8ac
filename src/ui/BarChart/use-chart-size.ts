import { useLayoutEffect, useRef, useState } from 'react';

/** Size before measuring and on the server, in pixels. */
const unmeasured = { width: 640, text: 14 };

export function useChartSize() {
  const ref = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState(unmeasured);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const measure = (): void => {
      const width = element.clientWidth;
      if (width > 0) setSize({ width, text: Number.parseFloat(getComputedStyle(element).fontSize) });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, ...size };
}
