import { useLayoutEffect, useRef, useState } from 'react';

/** Size in pixels before the chart is measured, and on the server. */
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
