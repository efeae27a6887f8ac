import type { ReactNode } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import styles from './Field.module.css';

export interface FieldNotesProps {
  descriptionId: string;
  description?: ReactNode;
  /** Required for radios and checkboxes. React Aria's error slot describes every radio and misses later errors of checkboxes. */
  errorId?: string;
  errorMessage?: ReactNode;
}

/** The notes are in spoken order. They are not live regions, because the error summary announces the form's errors once. */
export function FieldNotes({ descriptionId, description, errorId, errorMessage }: FieldNotesProps) {
  return (
    <>
      {errorId === undefined ? (
        <FieldError elementType="p" className={styles.error ?? ''}>
          {errorMessage}
        </FieldError>
      ) : (
        errorMessage !== undefined && (
          <p id={errorId} className={styles.error}>
            {errorMessage}
          </p>
        )
      )}
      {description !== undefined && (
        <p id={descriptionId} className={styles.description}>
          {description}
        </p>
      )}
    </>
  );
}
