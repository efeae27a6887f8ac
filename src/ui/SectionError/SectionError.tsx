import type { ReactNode } from 'react';
import { Notice } from '#ui/Notice/Notice.tsx';
import { uiTexts } from '#ui/texts.ts';
import { RetryButton } from './RetryButton.tsx';
import styles from './SectionError.module.css';

export interface SectionErrorProps {
  message: string;
  detail?: string | undefined;
  /** Title of the section, used in the button's name: "Retry, Past invoices". */
  sectionTitle: string;
  attempt: number;
  /** Retries. Resolves to true on success. The section announces the result. */
  onRetry: () => Promise<boolean>;
  /** True while a retry runs, even if another button started it. */
  isRetrying?: boolean;
  children?: ReactNode;
}

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
