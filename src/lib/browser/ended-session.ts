import { signInAddress } from '#lib/addresses.ts';
import { CallError } from '#lib/call-error.ts';

type TextField = HTMLInputElement | HTMLTextAreaElement;

const typedIn = new Set<TextField>();

const isTextField = (target: EventTarget | null): target is TextField =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !['radio', 'checkbox'].includes(target.type));

/** Remembers which fields were typed in, so that a session that ends loses none of it. Runs once, when the page starts. */
export function watchTyping(): void {
  document.addEventListener('input', ({ target }) => isTextField(target) && typedIn.add(target), true);
}

/** Address of the sign-in that leads back to this place. */
export const signInFromHere = (): string => signInAddress(location.pathname + location.search + location.hash);

/** True if leaving the page would lose typed text, unsaved changes or what an open dialog holds. */
export function holdsInput(): boolean {
  for (const field of typedIn) if (!field.isConnected) typedIn.delete(field);
  const isUnsaved = !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  return (
    isUnsaved || [...typedIn].some(({ value }) => value !== '') || document.querySelector('[role=dialog], [role=alertdialog]') !== null
  );
}

/** Leads to the sign-in and back if a failure says that the session has ended; not if that would lose input. */
export function leaveIfSignedOut(error: unknown): void {
  if (!(error instanceof CallError) || error.status !== 401 || holdsInput()) return;
  location.assign(signInFromHere());
}
