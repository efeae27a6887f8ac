import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

export interface EmptyStateProps {
  /** One sentence that says why there is no content. */
  children: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ children, action }: EmptyStateProps) {
  return (
    <>
      <p className={styles.root}>{children}</p>
      {action}
    </>
  );
}
