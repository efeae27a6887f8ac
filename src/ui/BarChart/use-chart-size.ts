import { useLayoutEffect, useRef, useState } from 'react';

/** Before anything is measured, as on the server. In pixels. */
const unmeasured = { width: 640, text: 14 };

/** The width that a chart may take, and the size of its texts, as they are and as they become. */
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
