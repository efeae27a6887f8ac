import { clsx } from 'clsx';
import { useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useButton } from 'react-aria/useButton';
import { useInteractOutside } from 'react-aria/useInteractOutside';
import { Icon } from '#ui/Icon/Icon.tsx';
import buttonStyles from '#ui/Button/Button.module.css';
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
  const { buttonProps } = useButton({ onPress: () => toggle(!isOpen), 'aria-expanded': isOpen, 'aria-controls': boxId }, triggerRef);
  useInteractOutside({
    ref: boxRef,
    isDisabled: !isOpen,
    onInteractOutside: (event) => !triggerRef.current?.contains(event.target as Node) && toggle(false),
  });
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
      <button {...buttonProps} ref={triggerRef} className={clsx(buttonStyles.root, iconButtonStyles.root)} data-variant="quiet">
        <Icon name="info" />
        <VisuallyHidden>{label}</VisuallyHidden>
      </button>
      <span ref={boxRef} id={boxId} popover="manual" className={tooltipStyles.root}>
        {children}
      </span>
    </span>
  );
}
