import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { uiTexts } from '#ui/texts.ts';
import styles from './ScrollBox.module.css';

/** Scrollable box. It has a role and name only if it scrolls, because in dialogs screen readers repeat role and name before each cell. */
export function ScrollBox({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    const observer = new ResizeObserver(() => setScrolls(box.scrollWidth > box.clientWidth));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={ref} className={styles.root} {...(scrolls && { role: 'group', 'aria-label': uiTexts.scrollsSideways, tabIndex: 0 })}>
      {children}
    </div>
  );
}
