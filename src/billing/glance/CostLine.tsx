import styles from './Glance.module.css';

const width = 80;
const height = 16;

export interface CostLineProps {
  /** Share of the cycle that is over. */
  readonly elapsed: number;
  /** Dollars. */
  readonly soFar: number;
  readonly projected: number;
}

/** A drawing of two facts that stand beside it in words: the costs so far, and from there, dashed, what is projected. */
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
