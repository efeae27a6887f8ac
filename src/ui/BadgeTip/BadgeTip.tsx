import { useRef, type ReactNode } from 'react';
import { Badge, type BadgeProps } from '#ui/Badge/Badge.tsx';
import { pressHandlers } from '#ui/Button/press.ts';
import { Tooltip } from '#ui/Tooltip/Tooltip.tsx';
import { useTooltip } from '#ui/Tooltip/use-tooltip.ts';
import { spokenName } from '#ui/VisuallyHidden/spoken-name.ts';
import styles from './BadgeTip.module.css';

export interface BadgeTipProps extends BadgeProps {
  id: string;
  tip: ReactNode;
  nameSuffix?: string;
}

/** The explanation appears on focus, hover and press. It is also the accessible description, and it is printed. */
export function BadgeTip({ id, tip, nameSuffix = '', children, variant }: BadgeTipProps) {
  const ref = useRef<HTMLButtonElement>(null);
  const { triggerProps, tooltipProps, tooltipRef, open } = useTooltip(ref, { isDisabled: false, opensOnPress: true });
  return (
    <span className={styles.root}>
      <button
        type="button"
        {...triggerProps}
        {...pressHandlers(open)}
        ref={ref}
        className={styles.trigger}
        aria-label={spokenName(children, nameSuffix)}
        aria-describedby={id}
        data-print="always"
      >
        <Badge {...(variant && { variant })}>{children}</Badge>
      </button>
      <Tooltip id={id} tooltipRef={tooltipRef} tooltipProps={tooltipProps}>
        {tip}
      </Tooltip>
    </span>
  );
}
