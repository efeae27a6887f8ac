import type { DOMAttributes, ReactNode, RefObject } from 'react';
import styles from './Tooltip.module.css';

export interface TooltipProps {
  /** Id to which the trigger's aria-describedby refers. The reference also works while the tooltip is hidden. */
  id: string;
  tooltipRef: RefObject<HTMLSpanElement | null>;
  tooltipProps: DOMAttributes<HTMLElement>;
  children: ReactNode;
}

export function Tooltip({ id, tooltipRef, tooltipProps, children }: TooltipProps) {
  return (
    <span {...tooltipProps} ref={tooltipRef} id={id} role="tooltip" popover="manual" className={styles.root}>
      {children}
    </span>
  );
}
