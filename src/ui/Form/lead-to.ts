import { announce } from '#ui/Announcer/announce.ts';

/** Focuses the invalid field, which is read with its error. If it already has the focus, announces only the error. */
export function leadTo(fieldId: string, error: string): void {
  const field = document.getElementById(fieldId);
  if (field === document.activeElement) announce(error, 'assertive');
  else field?.focus();
}
