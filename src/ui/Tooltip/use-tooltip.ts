import { useEffect, useRef, useState } from 'react';
import type { DOMAttributes, RefObject } from 'react';
import { createBubble } from './bubble.ts';

export interface UseTooltipOptions {
  /** The bubble is not in the page. */
  isDisabled: boolean;
  /** A press shows the text at once (touch has no hover) instead of closing it. */
  opensOnPress?: boolean;
}

type TriggerProps = Pick<
  DOMAttributes<HTMLElement>,
  'onPointerEnter' | 'onPointerLeave' | 'onPointerDown' | 'onKeyDown' | 'onFocus' | 'onBlur'
>;

/**
 * Hover, focus and Escape of a tooltip. The bubble is a native popover, which the browser keeps above dialogs and outside
 * clipping boxes. The caller gives the trigger its description: the bubble is only the visual copy.
 */
export function useTooltip(triggerRef: RefObject<HTMLElement | null>, { isDisabled, opensOnPress = false }: UseTooltipOptions) {
  const tooltipRef = useRef<HTMLSpanElement>(null);
  // oxlint-disable-next-line react/refs -- they are read when the bubble is drawn
  const [bubble] = useState(() =>
    createBubble(
      () => triggerRef.current,
      () => tooltipRef.current,
    ),
  );
  // The focus may have arrived before hydration, without a listener for it.
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
  // The pointer may go from the trigger to the text.
  const tooltipProps: DOMAttributes<HTMLElement> = { onPointerEnter: bubble.show, onPointerLeave: bubble.hideSoon };
  return { triggerProps, tooltipProps, tooltipRef, open: bubble.show };
}
