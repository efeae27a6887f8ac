import type { ReactNode } from 'react';
import type { StatusVariant } from '#ui/Badge/Badge.tsx';
import styles from './Notice.module.css';

export interface NoticeProps {
  /** Title that begins with the kind of notice, so that color is not the only cue. */
  title?: string | undefined;
  children: ReactNode;
  variant?: StatusVariant;
  actions?: ReactNode;
}

/** A notice is not announced. Screen readers read it in the order of the page. */
export function Notice({ title, children, variant = 'neutral', actions }: NoticeProps) {
  return (
    <div className={styles.root} data-variant={variant}>
      {title !== undefined && <p className={styles.title}>{title}</p>}
      <div className={styles.body}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
