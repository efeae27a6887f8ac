import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

export interface EmptyStateProps {
  /** One sentence with the reason. */
  children: ReactNode;
}

/** Says in one sentence that there is nothing yet. */
export function EmptyState({ children }: EmptyStateProps) {
  return <p className={styles.root}>{children}</p>;
}
