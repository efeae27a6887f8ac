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
  const buttonRef = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  usePageBehind(isOpen);
  // The button must have the focus before the menu takes it, or it would not get it back.
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
        // A dialog around the menu would only add words. Tab leads back to the button, as Escape does; from there Tab goes on.
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
            // Where a screen reader has pressed the button, React Aria leaves the focus on the menu around its first item.
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
      // React Aria's own disabled items are skipped by the arrow keys, so neither they nor their reasons are ever heard.
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
