import { useRef } from 'react';
import type { RefObject } from 'react';
import { useTooltip as useAriaTooltip, useTooltipTrigger } from 'react-aria/useTooltipTrigger';
import { useTooltipTriggerState } from 'react-stately/useTooltipTriggerState';

export interface UseTooltipOptions {
  isDisabled: boolean;
  /** A press shows the text at once (touch has no hover) instead of closing it. */
  opensOnPress?: boolean;
}

/**
 * Hover, focus and Escape of a tooltip by React Aria; the bubble is a native popover, which the browser keeps above
 * dialogs and outside clipping boxes. The caller gives the trigger its description: the bubble is only the visual copy.
 */
export function useTooltip(triggerRef: RefObject<HTMLElement | null>, { isDisabled, opensOnPress = false }: UseTooltipOptions) {
  const tooltipRef = useRef<HTMLSpanElement>(null);
  const state = useTooltipTriggerState({
    onOpenChange(isOpen) {
      const source = triggerRef.current;
      if (source) tooltipRef.current?.togglePopover({ force: isOpen, source });
    },
  });
  const { triggerProps } = useTooltipTrigger({ isDisabled, shouldCloseOnPress: !opensOnPress }, state, triggerRef);
  const { tooltipProps } = useAriaTooltip({}, state);
  const { 'aria-describedby': _shownOnly, ...handlers } = triggerProps;
  return { triggerProps: handlers, tooltipProps, tooltipRef, open: () => state.open(true), close: () => state.close(true) };
}
