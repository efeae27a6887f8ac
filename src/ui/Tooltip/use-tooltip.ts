import { useEffect, useRef, useState } from 'react';
import type { DOMAttributes, RefObject } from 'react';
import { createBubble } from './bubble.ts';

export interface UseTooltipOptions {
  /** True if the bubble is not rendered. */
  isDisabled: boolean;
  /** A press shows the text at once, because touch has no hover. */
  opensOnPress?: boolean;
}

type TriggerProps = Pick<
  DOMAttributes<HTMLElement>,
  'onPointerEnter' | 'onPointerLeave' | 'onPointerDown' | 'onKeyDown' | 'onFocus' | 'onBlur'
>;

/** A native popover is above dialogs and not clipped. The caller must set the trigger's description; the bubble is only visual. */
export function useTooltip(triggerRef: RefObject<HTMLElement | null>, { isDisabled, opensOnPress = false }: UseTooltipOptions) {
  const tooltipRef = useRef<HTMLSpanElement>(null);
  // oxlint-disable-next-line react/refs -- they are read when the bubble is drawn
  const [bubble] = useState(() =>
    createBubble(
      () => triggerRef.current,
      () => tooltipRef.current,
    ),
  );
  // Focus may have arrived before hydration, when no listener existed.
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
