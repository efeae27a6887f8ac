import type { ReactNode } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import styles from './Field.module.css';

export interface FieldNotesProps {
  descriptionId: string;
  description?: ReactNode;
  /**
   * Own id of the error, for choices: React Aria's error slot describes every radio of a group, and is forgotten by a checkbox
   * when it comes late.
   */
  errorId?: string;
  errorMessage?: ReactNode;
}

/** Error and help of a field, in the order in which they are told. Neither is a live region: the error summary speaks once for the whole form. */
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
