import { formatDate, formatDateTime, isoDate } from '#lib/dates/format.ts';
import styles from './DateText.module.css';

export interface DateTextProps {
  /** Unix time. Printed in UTC, as billing dates are kept. */
  seconds: number;
  format?: 'date' | 'date-time';
}

/** 'MMM DD, YYYY' in one text node, the same on the server and in every time zone. */
export function DateText({ seconds, format = 'date' }: DateTextProps) {
  return (
    <time className={styles.root} dateTime={isoDate(seconds)} dir="ltr">
      {format === 'date' ? formatDate(seconds) : formatDateTime(seconds)}
    </time>
  );
}
