import type { ReactNode } from 'react';
import { Notice } from '#ui/Notice/Notice.tsx';
import { uiTexts } from '#ui/texts.ts';
import { RetryButton } from './RetryButton.tsx';
import styles from './SectionError.module.css';

export interface SectionErrorProps {
  message: string;
  /** What the platform said about it. */
  detail?: string | undefined;
  /** The section, for the name of the button: "Retry, Past invoices". */
  sectionTitle: string;
  /** How often it has been tried, from 1. */
  attempt: number;
  /** Resolves when it is over, to whether it worked; the outcome is then said. */
  onRetry: () => Promise<boolean>;
  /** While trying again, also by another button. */
  isRetrying?: boolean;
  /** What else helps. */
  children?: ReactNode;
}

/** Fills only its own section; the rest of the page stays. */
export function SectionError({ message, detail, sectionTitle, attempt, onRetry, isRetrying = false, children }: SectionErrorProps) {
  return (
    <Notice
      variant="negative"
      title={message}
      actions={
        <RetryButton
          nameSuffix={`, ${sectionTitle}`}
          onRetry={onRetry}
          isRetrying={isRetrying}
          words={{ begun: uiTexts.tryingAgain(sectionTitle), worked: uiTexts.loaded(sectionTitle), failed: message }}
        >
          {uiTexts.retry}
        </RetryButton>
      }
    >
      {detail !== undefined && <p>{detail}</p>}
      {children}
      {attempt > 1 && <p className={styles.attempt}>{uiTexts.attempt(attempt)}</p>}
    </Notice>
  );
}
