import { clsx } from 'clsx';
import { useEffect, useId, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import type { ComponentProps, MouseEvent, ReactNode, Ref, RefObject } from 'react';
import { announce } from '#ui/Announcer/announce.ts';
import { Icon } from '#ui/Icon/Icon.tsx';
import type { IconName } from '#ui/Icon/Icon.tsx';
import { Tooltip } from '#ui/Tooltip/Tooltip.tsx';
import { useTooltip } from '#ui/Tooltip/use-tooltip.ts';
import { spokenName } from '#ui/VisuallyHidden/spoken-name.ts';
import { pressHandlers } from './press.ts';
import styles from './Button.module.css';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

type NativeProps = Pick<
  ComponentProps<'button'>,
  'type' | 'autoFocus' | 'id' | 'form' | 'name' | 'value' | 'aria-expanded' | 'aria-controls' | 'aria-describedby'
>;

/** Pending state. Screen readers do not announce a pending button, so the caller must provide a message. */
type Pending =
  | { isPending?: false | undefined; pendingMessage?: string | null | undefined }
  | {
      isPending: boolean | undefined;
      /** Message that is announced once when the pending state starts; null if the surrounding dialog announces it. */
      pendingMessage: string | null;
    };

export type ButtonProps = NativeProps &
  Pending & {
    /** Set it only if the button opens a menu. With the value "dialog", screen readers would capture the arrow keys. */
    'aria-haspopup'?: 'menu';
    onPress?: (() => void) | undefined;
    children: ReactNode;
    /** Text that is added only to the accessible name: "Pay now" + ", invoice INV-0001". Requires text as `children`. */
    nameSuffix?: string | undefined;
    trailingIcon?: IconName;
    variant?: ButtonVariant;
    /** Reason why the button is unavailable. The button stays focusable. A press only announces the reason. */
    unavailableReason?: string | undefined;
    ref?: Ref<HTMLButtonElement>;
  };

export function Button({
  children,
  nameSuffix = '',
  trailingIcon,
  variant = 'secondary',
  unavailableReason,
  isPending = false,
  pendingMessage,
  onPress,
  ref: outerRef,
  ...props
}: ButtonProps) {
  const ref = useRef<HTMLButtonElement>(null);
  useImperativeHandle(outerRef, () => ref.current as HTMLButtonElement);
  const reasonId = useId();
  const wasPending = useRef(isPending);
  const isUnavailable = unavailableReason !== undefined;
  const isInert = isUnavailable || isPending;
  const { tooltipProps, tooltipRef, triggerProps, open } = useTooltip(ref, { isDisabled: !isUnavailable, opensOnPress: true });
  const press = pressHandlers((event: MouseEvent) => {
    // Prevents the submission of the form too, because Enter in a field also clicks the button.
    if (isInert) event.preventDefault();
    if (isPending) return;
    if (!isUnavailable) return onPress?.();
    open();
    announce(unavailableReason);
  });

  useEffect(() => {
    if (isPending && !wasPending.current && pendingMessage) announce(pendingMessage);
    wasPending.current = isPending;
  }, [isPending, pendingMessage]);

  const isReasonHeld = useHeldReason(isUnavailable && props.type === 'submit', ref);
  const describedBy = clsx(props['aria-describedby'], isUnavailable && !isReasonHeld && reasonId) || undefined;
  return (
    <>
      <button
        type="button"
        {...props}
        {...triggerProps}
        {...press}
        onKeyDown={(event) => {
          press.onKeyDown(event);
          triggerProps.onKeyDown?.(event);
        }}
        ref={ref}
        className={styles.root}
        aria-label={spokenName(children, nameSuffix)}
        data-variant={variant}
        data-pending={isPending || undefined}
        aria-disabled={isInert || undefined}
        aria-describedby={describedBy}
      >
        {isPending && <Icon name="pending" />}
        {children}
        {trailingIcon !== undefined && <Icon name={trailingIcon} />}
      </button>
      {isUnavailable && (
        <Tooltip id={reasonId} tooltipRef={tooltipRef} tooltipProps={tooltipProps}>
          {unavailableReason}
        </Tooltip>
      )}
    </>
  );
}

/**
 * If a reason appears while the button has the focus, the reason stays hidden until the button loses the focus. Screen readers then say the
 * result of the press first.
 */
function useHeldReason(isUnavailable: boolean, ref: RefObject<HTMLButtonElement | null>): boolean {
  const [isHeld, setHeld] = useState(false);
  const wasUnavailable = useRef(isUnavailable);
  useLayoutEffect(() => {
    const button = ref.current;
    const isNew = isUnavailable && !wasUnavailable.current;
    wasUnavailable.current = isUnavailable;
    if (!isNew || !button || document.activeElement !== button) return;
    const release = () => setHeld(false);
    button.addEventListener('blur', release, { once: true });
    // oxlint-disable-next-line react/set-state-in-effect -- before a screen reader hears of the description
    setHeld(true);
    return () => button.removeEventListener('blur', release);
  }, [isUnavailable, ref]);
  return isHeld && isUnavailable;
}
