import { useId } from 'react';
import type { ReactNode } from 'react';

export interface FieldWords {
  /** Set it when an error summary or an anchor must reach the control. */
  id?: string | undefined;
  description?: ReactNode;
  errorMessage?: ReactNode;
}

/**
 * Own ids for the texts of a field. React Aria's description slots are not used: inside a radio they take the id of the
 * group, and the help of a field would be heard before its error.
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

/** Describes by those texts that are shown, in the order in which they are heard. */
export function describedBy(...ids: readonly (string | false)[]): { 'aria-describedby'?: string } {
  const shown = ids.filter(Boolean).join(' ');
  return shown === '' ? {} : { 'aria-describedby': shown };
}
