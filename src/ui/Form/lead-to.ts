import { announce } from '#ui/Announcer/announce.ts';

/** Brings whoever sent a form to the field that is wrong, which is heard with its error; from the field itself, the error alone. */
export function leadTo(fieldId: string, error: string): void {
  const field = document.getElementById(fieldId);
  if (field === document.activeElement) announce(error, 'assertive');
  else field?.focus();
}
