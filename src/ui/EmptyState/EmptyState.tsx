import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

export interface EmptyStateProps {
  /** One sentence that says why there is no content. */
  children: ReactNode;
  /** The one thing to do about it, such as a link. */
  action?: ReactNode;
}

/** Text in place of missing content. */
export function EmptyState({ children, action }: EmptyStateProps) {
  return (
    <>
      <p className={styles.root}>{children}</p>
      {action}
    </>
  );
}
