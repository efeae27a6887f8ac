import { clsx } from 'clsx';
import { useId, useImperativeHandle, useRef } from 'react';
import type { ComponentProps, Ref } from 'react';
import { announce } from '#ui/Announcer/announce.ts';
import { pressHandlers } from '#ui/Button/press.ts';
import buttonStyles from '#ui/Button/Button.module.css';
import { Icon } from '#ui/Icon/Icon.tsx';
import type { IconName } from '#ui/Icon/Icon.tsx';
import { Tooltip } from '#ui/Tooltip/Tooltip.tsx';
import { useTooltip } from '#ui/Tooltip/use-tooltip.ts';
import styles from './IconButton.module.css';

export interface IconButtonProps extends Pick<ComponentProps<'button'>, 'aria-expanded' | 'aria-controls' | 'id'> {
  onPress?: (() => void) | undefined;
  label: string;
  nameSuffix?: string | undefined;
  icon: IconName;
  unavailableReason?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
}

/** Use it only if the icon is unmistakable, such as for closing. */
export function IconButton({ label, nameSuffix = '', icon, unavailableReason, ref: outerRef, onPress, ...props }: IconButtonProps) {
  const ref = useRef<HTMLButtonElement>(null);
  useImperativeHandle(outerRef, () => ref.current as HTMLButtonElement);
  const reasonId = useId();
  const isUnavailable = unavailableReason !== undefined;
  const { tooltipProps, tooltipRef, triggerProps, open } = useTooltip(ref, { isDisabled: !isUnavailable, opensOnPress: true });
  const press = pressHandlers(() => {
    if (!isUnavailable) return onPress?.();
    open();
    announce(unavailableReason);
  });
  return (
    <>
      <button
        {...props}
        type="button"
        {...triggerProps}
        {...press}
        onKeyDown={(event) => {
          press.onKeyDown(event);
          triggerProps.onKeyDown?.(event);
        }}
        ref={ref}
        aria-label={label + nameSuffix}
        className={clsx(buttonStyles.root, styles.root)}
        data-variant="quiet"
        aria-disabled={isUnavailable || undefined}
        aria-describedby={isUnavailable ? reasonId : undefined}
      >
        <Icon name={icon} />
      </button>
      {isUnavailable && (
        <Tooltip id={reasonId} tooltipRef={tooltipRef} tooltipProps={tooltipProps}>
          {unavailableReason}
        </Tooltip>
      )}
    </>
  );
}
