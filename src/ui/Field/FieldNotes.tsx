import type { ReactNode } from 'react';
import styles from './Field.module.css';

export interface FieldNotesProps {
  descriptionId: string;
  description?: ReactNode;
  errorId: string;
  errorMessage?: ReactNode;
}

/** Help and error of a field. Neither is a live region: the error summary speaks once for the whole form. */
export function FieldNotes({ descriptionId, description, errorId, errorMessage }: FieldNotesProps) {
  return (
    <>
      {errorMessage !== undefined && (
        <p id={errorId} className={styles.error}>
          {errorMessage}
        </p>
      )}
      {description !== undefined && (
        <p id={descriptionId} className={styles.description}>
          {description}
        </p>
      )}
    </>
  );
}
