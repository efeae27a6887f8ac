import { signInAddress } from '#lib/addresses.ts';
import { CallError } from '#lib/call-error.ts';

type TextField = HTMLInputElement | HTMLTextAreaElement;

const typedIn = new Set<TextField>();

const isTextField = (target: EventTarget | null): target is TextField =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !['radio', 'checkbox'].includes(target.type));

/** Records the fields that a member types in, so that an expired session loses no input. Must run once, when the page starts. */
export function watchTyping(): void {
  document.addEventListener('input', ({ target }) => isTextField(target) && typedIn.add(target), true);
}

export const signInFromHere = (): string => signInAddress(location.pathname + location.search + location.hash);

/** Returns whether leaving the page would lose typed text, unsaved changes or the input of an open dialog. */
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
