import { useEffect, useRef, useState, type ComponentProps } from 'react';
import { Menu as AriaMenu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import { announce } from '#ui/Announcer/announce.ts';
import { Button } from '#ui/Button/Button.tsx';
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
export function Menu({ label, nameSuffix, items, defaultOpen = false, unavailableReason }: MenuProps) {
  const ref = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  // The button must have the focus before the menu takes it, or it would not get it back.
  useEffect(() => {
    if (!defaultOpen) return;
    ref.current?.focus();
    const next = requestAnimationFrame(() => setOpen(true));
    return () => cancelAnimationFrame(next);
  }, [defaultOpen]);
  const button = (
    <Button ref={ref} nameSuffix={nameSuffix} trailingIcon="chevronDown" unavailableReason={unavailableReason}>
      {label}
    </Button>
  );
  if (unavailableReason !== undefined) return button;
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
      {button}
      <Popover placement="bottom end" className={styles.popover ?? ''}>
        <AriaMenu className={styles.menu ?? ''} {...(defaultOpen && { autoFocus: 'first' })}>
          {items.map((item) => (
            <Item key={item.id} item={item} />
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

function Item({ item: { id, label, onAction, unavailableReason, variant = 'default' } }: { item: MenuAction }) {
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
      render={(props) => <div {...(props as ComponentProps<'div'>)} aria-disabled={isUnavailable || undefined} />}
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
