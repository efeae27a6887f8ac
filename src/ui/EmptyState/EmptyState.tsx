import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

export interface EmptyStateProps {
  /** One sentence that says why there is no content. */
  children: ReactNode;
}

/** Text in place of missing content. */
export function EmptyState({ children }: EmptyStateProps) {
  return <p className={styles.root}>{children}</p>;
}
