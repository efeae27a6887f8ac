import { formatDate, formatDateTime, isoDate } from '#lib/dates/format.ts';
import styles from './DateText.module.css';

export interface DateTextProps {
  /** Unix time, printed in UTC. */
  seconds: number;
  format?: 'date' | 'date-time';
}

/** 'MMM DD, YYYY' in one text node, independent of the time zone. */
export function DateText({ seconds, format = 'date' }: DateTextProps) {
  return (
    <time className={styles.root} dateTime={isoDate(seconds)} dir="ltr">
      {format === 'date' ? formatDate(seconds) : formatDateTime(seconds)}
    </time>
  );
}
