import type { ReactNode } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import styles from './Field.module.css';

export interface FieldNotesProps {
  descriptionId: string;
  description?: ReactNode;
  /**
   * Id of the error; required for radios and checkboxes. Without the id, React Aria's error slot is used: it describes every radio and
   * misses later errors of checkboxes.
   */
  errorId?: string;
  errorMessage?: ReactNode;
}

/**
 * Error and help text of a field in spoken order. They are not live regions, because the error summary announces the form's errors once.
 */
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
