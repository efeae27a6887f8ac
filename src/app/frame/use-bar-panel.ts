import { useEffect, useId, useRef, useState, type RefObject } from 'react';

export interface BarPanel {
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  readonly panelId: string;
  readonly around: RefObject<HTMLDivElement | null>;
}

/** Opens and closes a panel of the bar. Escape, a press outside and moving the focus outside close the panel. */
export function useBarPanel(): BarPanel {
  const [isOpen, setOpen] = useState(false);
  const around = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = around.current;
    if (!isOpen || !root) return;
    const closeWhenElsewhere = ({ target }: Event) => {
      if (!root.contains(target as Node)) setOpen(false);
    };
    // Ignores an Escape press that a search field in the panel has used to clear its text.
    const closeByEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      root.querySelector('button')?.focus();
      // Closes the panel two frames later, because Orca would otherwise say only "collapsed" instead of the button's name.
      requestAnimationFrame(() => requestAnimationFrame(() => setOpen(false)));
    };
    document.addEventListener('pointerdown', closeWhenElsewhere);
    document.addEventListener('focusin', closeWhenElsewhere);
    root.addEventListener('keydown', closeByEscape);
    return () => {
      document.removeEventListener('pointerdown', closeWhenElsewhere);
      document.removeEventListener('focusin', closeWhenElsewhere);
      root.removeEventListener('keydown', closeByEscape);
    };
  }, [isOpen]);
  return { isOpen, setOpen, panelId: useId(), around };
}
