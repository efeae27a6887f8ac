import { Button } from '#ui/Button/Button.tsx';
import { Notice } from '#ui/Notice/Notice.tsx';
import { texts } from '#ui/texts.ts';
import styles from './SectionError.module.css';

export interface SectionErrorProps {
  message: string;
  /** What the platform said about it. */
  detail?: string | undefined;
  /** The section, for the name of the button: "Retry, Past invoices". */
  sectionTitle: string;
  /** How often it has been tried, from 1. */
  attempt: number;
  onRetry: () => void;
  /** While trying again. The button keeps focus; the caller says how it went. */
  isRetrying?: boolean;
}

/** Fills only its own section; the rest of the page stays. */
export function SectionError({ message, detail, sectionTitle, attempt, onRetry, isRetrying = false }: SectionErrorProps) {
  return (
    <Notice
      variant="negative"
      title={message}
      actions={
        <Button onPress={onRetry} nameSuffix={`, ${sectionTitle}`} isPending={isRetrying} pendingMessage={texts.tryingAgain(sectionTitle)}>
          {texts.retry}
        </Button>
      }
    >
      {detail !== undefined && <p>{detail}</p>}
      <p className={styles.attempt}>{texts.attempt(attempt)}</p>
    </Notice>
  );
}
