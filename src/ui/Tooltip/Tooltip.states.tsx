import { useId, useRef } from 'react';
import { Tooltip } from './Tooltip.tsx';
import { useTooltip } from './use-tooltip.ts';

function Example({ children }: { children: string }) {
  const ref = useRef<HTMLButtonElement>(null);
  const id = useId();
  const { triggerProps, tooltipProps, tooltipRef } = useTooltip(ref, { isDisabled: false });
  return (
    <>
      <button {...triggerProps} ref={ref} type="button" aria-describedby={id}>
        Prorated
      </button>
      <Tooltip id={id} tooltipRef={tooltipRef} tooltipProps={tooltipProps}>
        {children}
      </Tooltip>
    </>
  );
}

export const states = {
  'hidden until hovered or focused': () => <Example>Charged for the part of the month that is left.</Example>,
  'right to left': () => (
    <div dir="rtl">
      <Example>מחויב באופן יחסי</Example>
    </div>
  ),
};
