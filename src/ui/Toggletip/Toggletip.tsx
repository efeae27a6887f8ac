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
  /** "About Compute Credits". */
  label: string;
  /** May hold links; it stands right after its button in reading order. */
  children: ReactNode;
}

/** A remark that opens by a press, for what is too long for the line. Works the same by mouse, keyboard and touch. */
export function Toggletip({ label, children }: ToggletipProps) {
  const [isOpen, setIsOpen] = useState(false);
  const triggerRef = useRef<HTMLButtonElement>(null);
  const boxRef = useRef<HTMLSpanElement>(null);
  const boxId = useId();
  const toggle = (force: boolean) => {
    const source = triggerRef.current;
    if (source) boxRef.current?.togglePopover({ force, source });
    setIsOpen(force);
  };
  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = ({ target }: PointerEvent) => {
      const isInside = [boxRef, triggerRef].some(({ current }) => current?.contains(target as Node));
      if (isInside) return;
      boxRef.current?.togglePopover(false);
      setIsOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside, true);
    return () => document.removeEventListener('pointerdown', closeOutside, true);
  }, [isOpen, boxRef, triggerRef]);
  return (
    // The keys of both the button and its remark arrive here.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <span
      className={styles.root}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        // Only the remark closes, not the dialog around it.
        event.stopPropagation();
        toggle(false);
        triggerRef.current?.focus();
      }}
    >
      <button
        type="button"
        // oxlint-disable-next-line react/refs -- they are read when it is pressed
        {...pressHandlers(() => toggle(!isOpen))}
        ref={triggerRef}
        aria-expanded={isOpen}
        aria-controls={boxId}
        className={clsx(buttonStyles.root, iconButtonStyles.root)}
        data-variant="quiet"
      >
        <Icon name="info" />
        <VisuallyHidden>{label}</VisuallyHidden>
      </button>
      <span ref={boxRef} id={boxId} popover="manual" className={tooltipStyles.root}>
        {children}
      </span>
    </span>
  );
}
