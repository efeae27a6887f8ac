import { useEffect, useRef } from 'react';
import { announce } from '#ui/Announcer/announce.ts';
import { Button } from '#ui/Button/Button.tsx';
import { uiTexts } from '#ui/texts.ts';
import styles from './Pagination.module.css';

export interface PaginationProps {
  label: string;
  /** Accessible name of the button to the previous page, such as "Previous invoices". */
  previousLabel: string;
  nextLabel: string;
  /** Text such as "Showing 6 to 10 out of 12 invoices". It is announced only if it changes after a press of a page button. */
  summary: string;
  hasPrevious: boolean;
  hasNext: boolean;
  onPrevious: () => void;
  onNext: () => void;
}

/** On the first or last page, a button keeps its focus and says why it does nothing. */
export function Pagination({ label, previousLabel, nextLabel, summary, hasPrevious, hasNext, onPrevious, onNext }: PaginationProps) {
  const summaryWhenPressed = useRef<string | null>(null);
  useEffect(() => {
    if (summaryWhenPressed.current === null || summaryWhenPressed.current === summary) return;
    summaryWhenPressed.current = null;
    announce(summary);
  }, [summary]);
  const turning = (turn: () => void) => () => {
    summaryWhenPressed.current = summary;
    turn();
  };
  return (
    <nav aria-label={label} className={styles.root}>
      <p className={styles.summary}>{summary}</p>
      <div className={styles.buttons}>
        <Button onPress={turning(onPrevious)} unavailableReason={hasPrevious ? undefined : uiTexts.firstPage}>
          {previousLabel}
        </Button>
        <Button onPress={turning(onNext)} unavailableReason={hasNext ? undefined : uiTexts.lastPage}>
          {nextLabel}
        </Button>
      </div>
    </nav>
  );
}
