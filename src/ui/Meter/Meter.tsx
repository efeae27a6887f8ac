import { useId } from 'react';
import type { ReactNode } from 'react';
import styles from './Meter.module.css';

export interface MeterProps {
  /** Value in words, such as "18 days left". Screen readers read these words; the bar is hidden from them. */
  children: ReactNode;
  aside?: ReactNode;
  value: number;
  maxValue: number;
}

/** If the usage exceeds the quota, the bar shows both the quota and the overage. */
export function Meter({ children, aside, value, maxValue }: MeterProps) {
  const hatchId = useId();
  const isOver = value > maxValue;
  const whole = Math.max(value, maxValue);
  const percent = (part: number) => `${whole > 0 ? Math.round((part / whole) * 1000) / 10 : 0}%`;
  const within = percent(Math.max(0, Math.min(value, maxValue)));
  return (
    <div className={styles.root}>
      <p className={styles.words}>
        <span>{children}</span> {aside !== undefined && <span>{aside}</span>}
      </p>
      <svg className={styles.bar} aria-hidden="true">
        <rect className={styles.used} width={within} height="100%" />
        {isOver && (
          <>
            <pattern id={hatchId} width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect className={styles.over} width="5" height="8" />
            </pattern>
            <rect x={within} width={percent(value - maxValue)} height="100%" fill={`url(#${hatchId})`} />
          </>
        )}
      </svg>
    </div>
  );
}
