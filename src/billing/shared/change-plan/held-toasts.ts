import { useEffect } from 'react';
import { toast, type ToastContent } from '#ui/Toast/toast.ts';

/** Time between the opening of the survey and the toasts, in milliseconds. Orca says only the toast if both come at once. */
export const afterOpeningMs = 1000;
/** Longest wait for a survey that does not open, in milliseconds. */
export const longestHoldMs = 5000;

let held: readonly ToastContent[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

export function showHeldToasts(): void {
  clearTimeout(timer);
  const due = held;
  held = [];
  for (const content of due) toast(content);
}

export function holdToastsBack(toasts: readonly ToastContent[]): void {
  showHeldToasts();
  held = toasts;
  timer = setTimeout(showHeldToasts, longestHoldMs);
}

/** Shows the held toasts after the dialog has opened, so that a screen reader says the dialog first. */
export function useHeldToasts(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    const opened = setTimeout(showHeldToasts, afterOpeningMs);
    return () => clearTimeout(opened);
  }, [isOpen]);
}
