import { signInAddress } from '#lib/addresses.ts';
import { CallError } from '#lib/call-error.ts';

type TextField = HTMLInputElement | HTMLTextAreaElement;

const typedIn = new Set<TextField>();

const isTextField = (target: EventTarget | null): target is TextField =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !['radio', 'checkbox'].includes(target.type));

/** Records which fields were typed in, so that an expired session loses no input. Runs once, at page start. */
export function watchTyping(): void {
  document.addEventListener('input', ({ target }) => isTextField(target) && typedIn.add(target), true);
}

export const signInFromHere = (): string => signInAddress(location.pathname + location.search + location.hash);

/** True if leaving the page would lose typed text, unsaved changes or an open dialog's input. */
export function holdsInput(): boolean {
  for (const field of typedIn) if (!field.isConnected) typedIn.delete(field);
  const isUnsaved = !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  return (
    isUnsaved || [...typedIn].some(({ value }) => value !== '') || document.querySelector('[role=dialog], [role=alertdialog]') !== null
  );
}

export function leaveIfSignedOut(error: unknown): void {
  if (!(error instanceof CallError) || error.status !== 401 || holdsInput()) return;
  location.assign(signInFromHere());
}
