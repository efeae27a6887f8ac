import { useId } from 'react';
import type { ReactNode } from 'react';

export interface FieldWords {
  /** Id of the control, for links from an error summary or another element. */
  id?: string | undefined;
  description?: ReactNode;
  errorMessage?: ReactNode;
}

/**
 * Returns ids for the texts of a field. This hook replaces React Aria's description slots: screen readers would read their help text before
 * the error, and the slots fail inside a radio.
 */
export function useFieldIds({ id, description, errorMessage }: FieldWords) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  const descriptionId = `${fieldId}-description`;
  const errorId = `${fieldId}-error`;
  return {
    fieldId,
    descriptionId,
    errorId,
    shownDescriptionId: description !== undefined && descriptionId,
    shownErrorId: errorMessage !== undefined && errorId,
  };
}

export function describedBy(...ids: readonly (string | false)[]): { 'aria-describedby'?: string } {
  const shown = ids.filter(Boolean).join(' ');
  return shown === '' ? {} : { 'aria-describedby': shown };
}
