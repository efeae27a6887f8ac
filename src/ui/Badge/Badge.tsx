import styles from './Badge.module.css';

/** Colors by meaning: positive is paid or credit, negative is owed or stopped, warning is a deadline, info is none of these. */
export type StatusVariant = 'neutral' | 'positive' | 'warning' | 'negative' | 'info';

export interface BadgeProps {
  /** The word carries the meaning; color only repeats it. */
  children: string;
  variant?: StatusVariant;
}

export function Badge({ children, variant = 'neutral' }: BadgeProps) {
  return (
    <span className={styles.root} data-variant={variant}>
      {children}
    </span>
  );
}
