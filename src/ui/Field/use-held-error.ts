import { useLayoutEffect, useRef, useState } from 'react';

/**
 * Whether an error is not described yet. One that comes while the focus is in the field is said by the form itself: described at
 * once, it would be said twice. It is described from when the field is left.
 * @param message undefined where there is no error
 */
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
