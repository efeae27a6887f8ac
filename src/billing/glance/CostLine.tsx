import styles from './Glance.module.css';

const width = 80;
const height = 16;

export interface CostLineProps {
  /** Elapsed share of the cycle, 0 to 1. */
  readonly elapsed: number;
  /** In dollars. */
  readonly soFar: number;
  readonly projected: number;
}

/** Decorative chart of two figures in the text next to it: a line for the cost so far, dashed for the projection. */
export function CostLine({ elapsed, soFar, projected }: CostLineProps) {
  const most = Math.max(soFar, projected);
  if (most <= 0) return null;
  const heightOf = (dollars: number): number => Math.round((1 - Math.max(0, dollars) / most) * (height - 2) + 1);
  const today = `${Math.round(elapsed * width)} ${heightOf(soFar)}`;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className={styles.line}>
      <path d={`M0 ${height - 1} L${today}`} />
      <path d={`M${today} L${width} ${heightOf(projected)}`} className={styles.ahead} />
    </svg>
  );
}
