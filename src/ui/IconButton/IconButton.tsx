import { clsx } from 'clsx';
import { useId } from 'react';
import type { Ref } from 'react';
import { mergeProps } from 'react-aria/mergeProps';
import { useButton } from 'react-aria/useButton';
import type { AriaButtonProps } from 'react-aria/useButton';
import { useObjectRef } from 'react-aria/useObjectRef';
import { announce } from '#ui/Announcer/announce.ts';
import buttonStyles from '#ui/Button/Button.module.css';
import { Icon } from '#ui/Icon/Icon.tsx';
import type { IconName } from '#ui/Icon/Icon.tsx';
import { Tooltip } from '#ui/Tooltip/Tooltip.tsx';
import { useTooltip } from '#ui/Tooltip/use-tooltip.ts';
import styles from './IconButton.module.css';

export interface IconButtonProps extends Pick<AriaButtonProps, 'onPress' | 'aria-expanded' | 'aria-haspopup' | 'aria-controls' | 'id'> {
  /** The name, which is also the tooltip. */
  label: string;
  /** Words that follow the label in the name only. */
  nameSuffix?: string | undefined;
  icon: IconName;
  unavailableReason?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
}

/** A button that shows a sign only. Use it where the sign is beyond doubt, such as closing; words are better. */
export function IconButton({ label, nameSuffix = '', icon, unavailableReason, ref: outerRef, onPress, ...props }: IconButtonProps) {
  const ref = useObjectRef(outerRef);
  const reasonId = useId();
  const isUnavailable = unavailableReason !== undefined;
  const { tooltipProps, tooltipRef, triggerProps, open } = useTooltip(ref, { isDisabled: false, opensOnPress: isUnavailable });
  const { buttonProps } = useButton(
    {
      ...props,
      'aria-label': label + nameSuffix,
      onPress(event) {
        if (!isUnavailable) return onPress?.(event);
        open();
        announce(unavailableReason);
      },
    },
    ref,
  );
  return (
    <>
      <button
        {...mergeProps(buttonProps, triggerProps)}
        ref={ref}
        className={clsx(buttonStyles.root, styles.root)}
        data-variant="quiet"
        aria-disabled={isUnavailable || undefined}
        aria-describedby={isUnavailable ? reasonId : undefined}
      >
        <Icon name={icon} />
      </button>
      <Tooltip id={reasonId} tooltipRef={tooltipRef} tooltipProps={tooltipProps}>
        {unavailableReason ?? label}
      </Tooltip>
    </>
  );
}
