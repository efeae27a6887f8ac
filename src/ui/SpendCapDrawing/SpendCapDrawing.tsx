import { useId } from 'react';
import styles from './SpendCapDrawing.module.css';

export interface SpendCapDrawingProps {
  isCapped: boolean;
  /** Usage of the metric that is nearest to its quota. `included` is this quota, in the same unit. */
  used: number;
  included: number;
}

const tank = { x: 12, y: 28, width: 296, height: 80 };

/** Decorative, because the text next to the drawing says the same. */
export function SpendCapDrawing({ isCapped, used, included }: SpendCapDrawingProps) {
  const hatchId = useId();
  const whole = Math.max(included * 1.5, used * 1.1, 1);
  const length = (amount: number) => Math.round((Math.max(0, amount) / whole) * tank.width);
  const gateX = tank.x + length(included);
  const bottom = tank.y + tank.height;
  const over = isCapped ? 0 : length(used - included);
  return (
    <svg className={styles.root} viewBox="0 0 320 136" aria-hidden="true">
      <pattern id={hatchId} width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect className={styles.over} width="6" height="12" />
      </pattern>
      <rect className={styles.tank} {...tank} />
      <rect className={styles.used} x={tank.x} y={tank.y} width={length(Math.min(used, included))} height={tank.height} />
      {over > 0 && <rect x={gateX} y={tank.y} width={over} height={tank.height} fill={`url(#${hatchId})`} />}
      <rect className={styles.outline} {...tank} />
      {isCapped ? (
        <path className={styles.gate} d={`M${gateX + 22} ${tank.y - 14}H${gateX}V${bottom + 14}H${gateX + 22}`} />
      ) : (
        <path className={styles.mark} d={`M${gateX} ${tank.y - 14}V${bottom + 14}`} />
      )}
    </svg>
  );
}
