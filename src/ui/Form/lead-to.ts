import { announce } from '#ui/Announcer/announce.ts';

/** Focuses the invalid field, which is read with its error; if it already has focus, announces the error alone. */
export function leadTo(fieldId: string, error: string): void {
  const field = document.getElementById(fieldId);
  if (field === document.activeElement) announce(error, 'assertive');
  else field?.focus();
}
