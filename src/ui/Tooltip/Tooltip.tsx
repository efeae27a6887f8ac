import type { DOMAttributes, ReactNode, RefObject } from 'react';
import styles from './Tooltip.module.css';

export interface TooltipProps {
  /** The trigger points here by aria-describedby; a hidden element still counts as description. */
  id: string;
  tooltipRef: RefObject<HTMLSpanElement | null>;
  tooltipProps: DOMAttributes<HTMLElement>;
  children: ReactNode;
}

/** The bubble of `useTooltip`: always in the page, drawn while its trigger is hovered, focused or tapped. */
export function Tooltip({ id, tooltipRef, tooltipProps, children }: TooltipProps) {
  return (
    <span {...tooltipProps} ref={tooltipRef} id={id} role="tooltip" popover="manual" className={styles.root}>
      {children}
    </span>
  );
}
