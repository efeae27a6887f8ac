import { clsx } from 'clsx';
import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { pressHandlers } from '#ui/Button/press.ts';
import buttonStyles from '#ui/Button/Button.module.css';
import { Icon } from '#ui/Icon/Icon.tsx';
import iconButtonStyles from '#ui/IconButton/IconButton.module.css';
import tooltipStyles from '#ui/Tooltip/Tooltip.module.css';
import { VisuallyHidden } from '#ui/VisuallyHidden/VisuallyHidden.tsx';
import styles from './Toggletip.module.css';

export interface ToggletipProps {
  /** Accessible name of the button, such as "About Compute Credits". */
  label: string;
  /** Content, which may contain links. It follows the button in reading order. */
  children: ReactNode;
}

/** Button with a remark that opens on a press by mouse, keyboard or touch. */
export function Toggletip({ label, children }: ToggletipProps) {
  const [isOpen, setIsOpen] = useState(false);
  const ref = useRef<HTMLSpanElement>(null);
  const boxId = useId();
  useEffect(() => {
    const root = ref.current;
    if (!isOpen || !root) return;
    const [source, box] = root.children as Iterable<Element> as [HTMLElement, HTMLElement];
    box.togglePopover({ force: true, source });
    // Closes on a press or focus outside, because the open popover could cover the pressed or focused element.
    const closeOutside = ({ target }: Event) => {
      if (!root.contains(target as Node)) return setIsOpen(false);
      // Makes the box focusable, because a press on its text would otherwise move the focus to main and close the box.
      // Sets this late, because screen readers announce focusable text as clickable.
      box.tabIndex = -1;
    };
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Escape must not also close the dialog around the popover.
      event.stopPropagation();
      setIsOpen(false);
      source.focus();
    };
    document.addEventListener('keydown', closeByKey, true);
    document.addEventListener('focusin', closeOutside, true);
    document.addEventListener('pointerdown', closeOutside, true);
    return () => {
      document.removeEventListener('keydown', closeByKey, true);
      document.removeEventListener('focusin', closeOutside, true);
      document.removeEventListener('pointerdown', closeOutside, true);
      box.togglePopover(false);
    };
  }, [isOpen]);
  return (
    <span ref={ref} className={styles.root}>
      <button
        type="button"
        {...pressHandlers(() => setIsOpen(!isOpen))}
        aria-expanded={isOpen}
        aria-controls={boxId}
        className={clsx(buttonStyles.root, iconButtonStyles.root)}
        data-variant="quiet"
      >
        <Icon name="info" />
        <VisuallyHidden>{label}</VisuallyHidden>
      </button>
      <span id={boxId} popover="manual" className={tooltipStyles.root}>
        {children}
      </span>
    </span>
  );
}
