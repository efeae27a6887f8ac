import { announce } from '#ui/Announcer/announce.ts';

/** Focuses an invalid field, so that screen readers read field and error. If the field already has the focus, announces the error. */
export function leadTo(fieldId: string, error: string): void {
  const field = document.getElementById(fieldId);
  if (field === document.activeElement) announce(error, 'assertive');
  else field?.focus();
}
