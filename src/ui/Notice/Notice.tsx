import type { ReactNode } from 'react';
import type { StatusVariant } from '#ui/Badge/Badge.tsx';
import styles from './Notice.module.css';

export interface NoticeProps {
  /** First words, so that the kind is not shown by color alone. */
  title?: string | undefined;
  children: ReactNode;
  variant?: StatusVariant;
  actions?: ReactNode;
}

/** A remark inside a section. Not announced; read in its place. */
export function Notice({ title, children, variant = 'neutral', actions }: NoticeProps) {
  return (
    <div className={styles.root} data-variant={variant}>
      {title !== undefined && <p className={styles.title}>{title}</p>}
      <div className={styles.body}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
