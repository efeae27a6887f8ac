import type { ReactNode } from 'react';
import styles from './VisuallyHidden.module.css';

export interface VisuallyHiddenProps {
  id?: string;
  children: ReactNode;
}

export function VisuallyHidden({ id, children }: VisuallyHiddenProps) {
  return (
    <span id={id} className={styles.root}>
      {children}
    </span>
  );
}
