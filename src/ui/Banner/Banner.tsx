import { useId } from 'react';
import type { ReactNode } from 'react';
import styles from './Banner.module.css';

export interface BannerProps {
  /** Heading of the region. It starts with the severity ("Warning", "Restricted"). */
  title: string;
  children?: ReactNode;
  variant: 'info' | 'warning' | 'negative';
  actions?: ReactNode;
  id?: string;
}

/** A named region, not an alert. It can't be closed while its cause lasts. */
export function Banner({ title, children, variant, actions, id }: BannerProps) {
  const titleId = useId();
  return (
    <section id={id} aria-labelledby={titleId} className={styles.root} data-variant={variant}>
      <div className={styles.words}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {children}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </section>
  );
}
