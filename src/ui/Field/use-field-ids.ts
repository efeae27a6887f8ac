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
 * group, and in server markup they name elements that do not exist.
 */
export function useFieldIds({ id, description, errorMessage }: FieldWords) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  const descriptionId = `${fieldId}-description`;
  const errorId = `${fieldId}-error`;
  // The error comes first: it is what the reader has to act on.
  const describedBy =
    [errorMessage !== undefined && errorId, description !== undefined && descriptionId].filter(Boolean).join(' ') || undefined;
  // Whoever enters a group of choices is told its description by some screen readers only, and not by Orca. What went wrong
  // is therefore said of the choice that receives the focus, too, and of no other.
  const firstDescribedBy = errorMessage === undefined ? undefined : errorId;
  return { fieldId, labelId: `${fieldId}-label`, descriptionId, errorId, describedBy, firstDescribedBy };
}
