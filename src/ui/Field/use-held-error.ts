import { useLayoutEffect, useRef, useState } from 'react';

/** Returns true until blur if the error is new and the field has the focus, because the form announces this error. */
export function useHeldError(fieldId: string, message: string | undefined): boolean {
  const [isHeld, setHeld] = useState(false);
  const known = useRef(message);
  useLayoutEffect(() => {
    if (message === known.current) return;
    known.current = message;
    const field = document.getElementById(fieldId);
    const isHere = message !== undefined && field !== null && field === document.activeElement;
    // oxlint-disable-next-line react/set-state-in-effect -- before a screen reader hears of the description
    setHeld(isHere);
    if (!isHere) return;
    const release = () => setHeld(false);
    field.addEventListener('blur', release, { once: true });
    return () => field.removeEventListener('blur', release);
  }, [fieldId, message]);
  return isHeld;
}
