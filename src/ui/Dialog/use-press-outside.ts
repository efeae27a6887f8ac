import { useRef, type MouseEvent, type PointerEvent } from 'react';

/**
 * For what lies around a modal: a press that begins and ends there. One that begins inside, as when words are selected with the
 * mouse, is none.
 */
export function usePressOutside(onPress: () => void) {
  const beganOutside = useRef(false);
  const isOutside = ({ target, currentTarget }: MouseEvent) => target === currentTarget;
  return {
    onPointerDown(event: PointerEvent) {
      beganOutside.current = event.button === 0 && isOutside(event);
    },
    onClick(event: MouseEvent) {
      if (beganOutside.current && isOutside(event)) onPress();
      beganOutside.current = false;
    },
  };
}
