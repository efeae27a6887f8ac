import { useId } from 'react';
import type { ReactNode } from 'react';
import meterStyles from '#ui/Meter/Meter.module.css';
import styles from './QuotaMeter.module.css';

export interface QuotaMeterProps {
  /** Value in words, such as "310 of 250 GB used". Screen readers read these words; the bar is hidden from them. */
  children: ReactNode;
  aside?: ReactNode;
  value: number;
  /** Quota in the unit of `value`. It must be greater than 0. */
  quota: number;
}

const end = 2;

const percent = (share: number): string => `${Math.round(share * 1000) / 10}%`;

/** The quota is always in the middle of the bar. A break mark means that the usage does not fit the bar. */
export function QuotaMeter({ children, aside, value, quota }: QuotaMeterProps) {
  const hatchId = useId();
  const share = Math.max(0, value / quota);
  const middle = 1 / end;
  return (
    <div className={meterStyles.root}>
      <p className={meterStyles.words}>
        <span>{children}</span> {aside !== undefined && <span>{aside}</span>}
      </p>
      <svg className={meterStyles.bar} aria-hidden="true">
        <rect className={meterStyles.used} width={percent(Math.min(share, 1) / end)} height="100%" />
        {share > 1 && (
          <>
            <pattern id={hatchId} width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect className={meterStyles.over} width="5" height="8" />
            </pattern>
            <rect x={percent(middle)} width={percent(Math.min(share, end) / end - middle)} height="100%" fill={`url(#${hatchId})`} />
          </>
        )}
        <line className={styles.edge} x1={percent(middle)} x2={percent(middle)} y1="0" y2="100%" />
        {share > end && (
          <svg x="92%" overflow="visible" data-break>
            <path className={styles.gap} d="M0 16L4 0H12L8 16Z" />
            <path className={styles.edge} d="M0 16L4 0M8 16L12 0" />
          </svg>
        )}
      </svg>
    </div>
  );
}
