import type { ReactNode } from 'react';
import styles from './ScrollArea.module.css';

interface ScrollAreaProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** Makes the area focusable, so that users can scroll it with the arrow keys. */
const focusable = { tabIndex: 0 };

export function ScrollArea({ label, children }: ScrollAreaProps) {
  return (
    <div role="region" aria-label={label} className={styles.root} {...focusable}>
      {children}
    </div>
  );
}
