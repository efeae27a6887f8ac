import { useLayoutEffect, useRef, useState } from 'react';
import { useButton } from 'react-aria/useButton';
import { useMenuTrigger } from 'react-aria/useMenu';
import { useMenuTriggerState } from 'react-stately/useMenuTriggerState';
import { Button } from '#ui/Button/Button.tsx';
import buttonStyles from '#ui/Button/Button.module.css';
import { Icon } from '#ui/Icon/Icon.tsx';
import { MenuPopover } from './MenuPopover.tsx';

export interface MenuAction {
  id: string;
  label: string;
  onAction: () => void;
  /** The item stays reachable, says why it can't be used, and does nothing. */
  unavailableReason?: string | undefined;
  variant?: 'default' | 'danger';
}

export interface MenuProps {
  /** The visible words of the button: "Options". */
  label: string;
  /** Words that follow them in the name: " for Visa ending in 4242". */
  nameSuffix: string;
  items: readonly MenuAction[];
  /** Opens at once, for a menu whose code was asked for by the press that was to open it. */
  defaultOpen?: boolean;
  /** Why the whole menu can't be opened. */
  unavailableReason?: string | undefined;
}

/** A button with actions on one thing. */
export function Menu(props: MenuProps) {
  const { label, nameSuffix, unavailableReason } = props;
  if (unavailableReason === undefined) return <AvailableMenu {...props} />;
  return (
    <Button nameSuffix={nameSuffix} trailingIcon="chevronDown" unavailableReason={unavailableReason}>
      {label}
    </Button>
  );
}

function AvailableMenu({ label, nameSuffix, items, defaultOpen = false }: MenuProps) {
  const ref = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const state = useMenuTriggerState({ isOpen, onOpenChange: setOpen });
  const { menuTriggerProps, menuProps } = useMenuTrigger({}, state, ref);
  const { buttonProps } = useButton({ ...menuTriggerProps, 'aria-label': label + nameSuffix }, ref);
  // The button must have the focus before the menu takes it, or it would not get it back.
  useLayoutEffect(() => {
    if (!defaultOpen) return;
    ref.current?.focus();
    // oxlint-disable-next-line react/set-state-in-effect -- drawn in the same frame, once the button has the focus
    setOpen(true);
  }, [defaultOpen]);
  return (
    <>
      {/* The same button to look at as any other; this one opens while it is pressed, as menus do. */}
      <button {...buttonProps} ref={ref} className={buttonStyles.root} data-variant="secondary">
        {label}
        <Icon name="chevronDown" />
      </button>
      {state.isOpen && (
        <MenuPopover
          state={state}
          triggerRef={ref}
          items={items}
          menuProps={{ ...menuProps, ...(defaultOpen && { autoFocus: 'first' }) }}
        />
      )}
    </>
  );
}
