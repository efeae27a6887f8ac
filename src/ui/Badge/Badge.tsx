import styles from './Badge.module.css';

/** Colors by meaning: positive for paid or credit, negative for owed or stopped, warning for a deadline, info for anything else. */
export type StatusVariant = 'neutral' | 'positive' | 'warning' | 'negative' | 'info';

export interface BadgeProps {
  /** Text that carries the meaning. The color only repeats the meaning. */
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
