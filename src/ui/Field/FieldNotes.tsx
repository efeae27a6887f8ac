import type { ReactNode } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import styles from './Field.module.css';

export interface FieldNotesProps {
  descriptionId: string;
  description?: ReactNode;
  /** Id of the error for choices: React Aria's error slot describes every radio of a group, and a checkbox misses a late error. */
  errorId?: string;
  errorMessage?: ReactNode;
}

/** Error and help text of a field, in spoken order. No live regions, because the error summary announces the errors of the form once. */
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
