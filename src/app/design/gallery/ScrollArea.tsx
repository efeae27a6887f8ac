import type { ReactNode } from 'react';
import styles from './ScrollArea.module.css';

interface ScrollAreaProps {
  /** Said when the area takes the focus. */
  readonly label: string;
  readonly children: ReactNode;
}

/** Whoever has no pointer scrolls with the arrow keys, for which the area must take the focus. */
const focusable = { tabIndex: 0 };

/** Wide content that scrolls sideways in its own box. */
export function ScrollArea({ label, children }: ScrollAreaProps) {
  return (
    <div role="region" aria-label={label} className={styles.root} {...focusable}>
      {children}
    </div>
  );
}
