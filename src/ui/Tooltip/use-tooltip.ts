import { useEffect, useRef, useState } from 'react';
import type { DOMAttributes, RefObject } from 'react';
import { createBubble } from './bubble.ts';

export interface UseTooltipOptions {
  isDisabled: boolean;
  /** True if a press shows the text immediately, because touch screens have no hover. */
  opensOnPress?: boolean;
}

type TriggerProps = Pick<
  DOMAttributes<HTMLElement>,
  'onPointerEnter' | 'onPointerLeave' | 'onPointerDown' | 'onKeyDown' | 'onFocus' | 'onBlur'
>;

/** Shows a native popover, which is above dialogs and never clipped. The caller must set the trigger's description for screen readers. */
export function useTooltip(triggerRef: RefObject<HTMLElement | null>, { isDisabled, opensOnPress = false }: UseTooltipOptions) {
  const tooltipRef = useRef<HTMLSpanElement>(null);
  // oxlint-disable-next-line react/refs -- they are read when the bubble is drawn
  const [bubble] = useState(() =>
    createBubble(
      () => triggerRef.current,
      () => tooltipRef.current,
    ),
  );
  // If the trigger got the focus before hydration, no listener noticed this, so the bubble is shown here.
  useEffect(() => bubble.showForFocus(), [bubble]);
  useEffect(() => (isDisabled ? undefined : bubble.hide), [bubble, isDisabled]);
  const hideOnPress = opensOnPress ? undefined : bubble.hide;
  const triggerProps: TriggerProps = {
    onPointerEnter: ({ pointerType }) => pointerType !== 'touch' && bubble.showSoon(),
    onPointerLeave: bubble.hideSoon,
    onPointerDown: hideOnPress,
    onKeyDown: hideOnPress,
    onFocus: bubble.showForFocus,
    onBlur: bubble.hide,
  };
  const tooltipProps: DOMAttributes<HTMLElement> = { onPointerEnter: bubble.show, onPointerLeave: bubble.hideSoon };
  return { triggerProps, tooltipProps, tooltipRef, open: bubble.show };
}
