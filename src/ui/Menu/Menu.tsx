import { useLayoutEffect, useRef, useState } from 'react';
import type { ComponentProps } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Menu as AriaMenu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import { announce } from '#ui/Announcer/announce.ts';
import { Button } from '#ui/Button/Button.tsx';
import buttonStyles from '#ui/Button/Button.module.css';
import { usePageBehind } from '#ui/Dialog/use-page-behind.ts';
import { Icon } from '#ui/Icon/Icon.tsx';
import styles from './Menu.module.css';

export interface MenuAction {
  id: string;
  label: string;
  onAction: () => void;
  /**
   * Reason why the item is unavailable. The item can still get the focus and shows the reason. Pressing the item only announces the reason.
   */
  unavailableReason?: string | undefined;
  variant?: 'default' | 'danger';
}

export interface MenuProps {
  label: string;
  /** Text that is added to the accessible name, such as " for Visa ending in 4242". */
  nameSuffix: string;
  items: readonly MenuAction[];
  /** True to open the menu on mount. Use it if the press that opens the menu also loaded the menu's code. */
  defaultOpen?: boolean;
  unavailableReason?: string | undefined;
}

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
  const buttonRef = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  usePageBehind(isOpen);
  // The button must have the focus before the menu opens, so that the menu can return the focus to it.
  useLayoutEffect(() => {
    if (!defaultOpen) return;
    buttonRef.current?.focus();
    // oxlint-disable-next-line react/set-state-in-effect -- drawn in the same frame, once the button has the focus
    setOpen(true);
  }, [defaultOpen]);
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <AriaButton ref={buttonRef} aria-label={label + nameSuffix} className={buttonStyles.root ?? ''} data-variant="secondary">
        {label}
        <Icon name="chevronDown" />
      </AriaButton>
      <Popover
        placement="bottom end"
        className={styles.popover ?? ''}
        // The popover has no dialog role, because the role would add useless speech. Tab and Escape close the menu and focus its button.
        render={(popover) => (
          <div
            {...popover}
            role={undefined}
            aria-labelledby={undefined}
            onKeyDownCapture={(event) => {
              if (event.key !== 'Tab') return;
              event.preventDefault();
              setOpen(false);
            }}
            // After a press by a screen reader, React Aria focuses the menu. The handler then focuses its first item.
            onFocus={({ target }) => target.role === 'menu' && target.querySelector<HTMLElement>('[data-focused]')?.focus()}
          />
        )}
      >
        <AriaMenu items={items} className={styles.menu ?? ''} {...(defaultOpen && { autoFocus: 'first' })}>
          {menuItem}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

function menuItem({ id, label, onAction, unavailableReason, variant = 'default' }: MenuAction) {
  const isUnavailable = unavailableReason !== undefined;
  return (
    <MenuItem
      id={id}
      textValue={label}
      className={styles.item ?? ''}
      data-variant={variant}
      shouldCloseOnSelect={!isUnavailable}
      onAction={() => (isUnavailable ? announce(unavailableReason) : onAction())}
      // The item is not disabled for React Aria, because arrow keys would skip it, and screen readers would never read its reason.
      {...(isUnavailable && { render: (item) => <div {...(item as ComponentProps<'div'>)} aria-disabled /> })}
    >
      <Text slot="label" className={styles.label ?? ''}>
        {label}
      </Text>
      {isUnavailable && (
        <Text slot="description" className={styles.reason ?? ''}>
          {unavailableReason}
        </Text>
      )}
    </MenuItem>
  );
}
