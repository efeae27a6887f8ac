import { useEffect, useId, useRef, useState, type RefObject } from 'react';

export interface BarPanel {
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  /** Id of the panel, which follows its button in the document. */
  readonly panelId: string;
  /** The element around button and panel. */
  readonly around: RefObject<HTMLDivElement | null>;
}

/** A panel that opens after its button in the bar. It closes by Escape, a press elsewhere, or when the focus leaves it. */
export function useBarPanel(): BarPanel {
  const [isOpen, setOpen] = useState(false);
  const around = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = around.current;
    if (!isOpen || !root) return;
    const closeWhenElsewhere = ({ target }: Event) => {
      if (!root.contains(target as Node)) setOpen(false);
    };
    // A field inside empties itself by Escape first.
    const closeByEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      setOpen(false);
      root.querySelector('button')?.focus();
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
