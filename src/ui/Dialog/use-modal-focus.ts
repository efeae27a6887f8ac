import { useCallback, useEffect, useRef } from 'react';
import { focusPlace } from '#lib/browser/focus-place.ts';
import styles from './Dialog.module.css';

/** A focused frame does not match `:focus`. */
const isLost = (): boolean => document.querySelector(':focus') === null && document.activeElement?.tagName !== 'IFRAME';

/** If the opener of a closed dialog no longer exists, focuses the given element, else the heading of the dialog below. */
function returnFocus(getPlace: () => HTMLElement | null): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (isLost()) focusPlace(getPlace());
      if (isLost()) focusPlace([...document.querySelectorAll<HTMLElement>('[role=dialog] h2')].at(-1));
    }),
  );
}

interface ModalFocusOptions {
  readonly titleId: string;
  readonly role: 'dialog' | 'alertdialog';
  readonly isSteppedAside: boolean;
  readonly returnFocusTo: (() => HTMLElement | null) | undefined;
}

/** Moves focus into a dialog, back to it after a challenge, and back to the page. @returns the ref of the heading */
export function useModalFocus({ titleId, role, isSteppedAside, returnFocusTo }: ModalFocusOptions) {
  const lastFocused = useRef<HTMLElement | null>(null);
  const fallback = useRef(returnFocusTo);
  useEffect(() => {
    fallback.current = returnFocusTo;
  }, [returnFocusTo]);

  // Sets focus before React Aria would blur and refocus the dialog after 500 ms, which repeats its name. The heading is focused because
  // Orca reads the whole text of a focused dialog at once, without its role.
  const receiveFocus = useCallback((heading: HTMLElement | null) => {
    // A control that requested focus already has it.
    const dialog = heading?.closest('section');
    const recordFocus = ({ target }: FocusEvent): void => {
      if (target instanceof HTMLElement) lastFocused.current = target;
    };
    dialog?.addEventListener('focusin', recordFocus);
    if (!dialog?.contains(document.activeElement)) focusPlace(heading, { preventScroll: true });
    return () => {
      dialog?.removeEventListener('focusin', recordFocus);
      returnFocus(() => fallback.current?.() ?? null);
    };
  }, []);

  // Focus at the moment of hiding is not used, because the challenge may already have it.
  useEffect(() => {
    if (!isSteppedAside) return;
    return () => {
      const control = lastFocused.current;
      if (control?.isConnected) requestAnimationFrame(() => focusPlace(control));
    };
  }, [isSteppedAside]);

  // Over another dialog, React Aria keeps focus in the lower one until it registers this one, which it then focuses as a whole. Alert
  // dialogs start on their first answer.
  useEffect(() => {
    const heading = document.getElementById(titleId);
    const at = document.activeElement;
    if (heading && at?.contains(heading))
      focusPlace((role === 'alertdialog' && at.querySelector<HTMLElement>(`.${styles.actions} button`)) || heading, {
        preventScroll: true,
      });
  }, [titleId, role]);
  return receiveFocus;
}
