import { formatDate, formatDateTime, isoDate } from '#lib/dates/format.ts';
import styles from './DateText.module.css';

export interface DateTextProps {
  /** Unix time in seconds. The date is printed in UTC. */
  seconds: number;
  format?: 'date' | 'date-time';
}

/** Prints 'MMM DD, YYYY' as one text node. The result does not depend on the user's time zone. */
export function DateText({ seconds, format = 'date' }: DateTextProps) {
  return (
    <time className={styles.root} dateTime={isoDate(seconds)} dir="ltr">
      {format === 'date' ? formatDate(seconds) : formatDateTime(seconds)}
    </time>
  );
}
