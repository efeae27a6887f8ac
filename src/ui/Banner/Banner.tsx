import { useId } from 'react';
import type { ReactNode } from 'react';
import styles from './Banner.module.css';

export interface BannerProps {
  /** Heading of the region. Begins with the word that says how serious it is ("Warning", "Restricted"). */
  title: string;
  children?: ReactNode;
  variant: 'info' | 'warning' | 'negative';
  /** One primary action, then quieter ones. */
  actions?: ReactNode;
  id?: string;
}

/** Stands above all sections. A named region that is read in its place: not an alert, and without a close button while its cause lasts. */
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
