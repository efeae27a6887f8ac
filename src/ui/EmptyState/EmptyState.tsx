import type { ReactNode } from 'react';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import styles from './EmptyState.module.css';

export interface EmptyStateProps {
  /** One sentence with the reason. */
  children: ReactNode;
  /** Blank ruled lines below it. */
  blankLines?: number;
}

export function EmptyState({ children, blankLines = 2 }: EmptyStateProps) {
  return (
    <div className={styles.root}>
      <p className={styles.sentence}>{children}</p>
      <LoadingSheet lines={blankLines} size="row" />
    </div>
  );
}
