import { useEffect } from 'react';
import { toast, type ToastContent } from '#ui/Toast/toast.ts';

/** Delay of the toasts after the survey opens, in milliseconds. If both appear at once, Orca speaks only the toast. */
export const afterOpeningMs = 1000;
/** Maximum time that toasts wait for a survey that does not open, in milliseconds. */
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

/** Shows the held toasts after the dialog has opened, so that a screen reader speaks the dialog first. */
export function useHeldToasts(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    const opened = setTimeout(showHeldToasts, afterOpeningMs);
    return () => clearTimeout(opened);
  }, [isOpen]);
}
