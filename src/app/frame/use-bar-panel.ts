import { useEffect, useId, useRef, useState, type RefObject } from 'react';

export interface BarPanel {
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  readonly panelId: string;
  readonly around: RefObject<HTMLDivElement | null>;
}

/** Escape, a press outside and losing the focus close the panel. */
export function useBarPanel(): BarPanel {
  const [isOpen, setOpen] = useState(false);
  const around = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = around.current;
    if (!isOpen || !root) return;
    const closeWhenElsewhere = ({ target }: Event) => {
      if (!root.contains(target as Node)) setOpen(false);
    };
    // A search field inside prevents the first Escape, which clears it.
    const closeByEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      root.querySelector('button')?.focus();
      // Closes two frames later: Orca then speaks the button's name instead of only "collapsed".
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
