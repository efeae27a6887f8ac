import type { ReactNode } from 'react';
import styles from './ScrollArea.module.css';

interface ScrollAreaProps {
  /** Accessible name of the area. */
  readonly label: string;
  readonly children: ReactNode;
}

/** Keyboard users scroll with the arrow keys, which requires the area to be focusable. */
const focusable = { tabIndex: 0 };

/** Wide content that scrolls sideways in its own box. */
export function ScrollArea({ label, children }: ScrollAreaProps) {
  return (
    <div role="region" aria-label={label} className={styles.root} {...focusable}>
      {children}
    </div>
  );
}
