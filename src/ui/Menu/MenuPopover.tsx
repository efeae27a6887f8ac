import { useRef } from 'react';
import type { RefObject } from 'react';
import { useMenu, useMenuItem, type AriaMenuOptions } from 'react-aria/useMenu';
import { DismissButton, Overlay } from 'react-aria/Overlay';
import { usePopover } from 'react-aria/usePopover';
import { Item } from 'react-stately/Item';
import type { MenuTriggerState } from 'react-stately/useMenuTriggerState';
import { useTreeState, type TreeState } from 'react-stately/useTreeState';
import { announce } from '#ui/Announcer/announce.ts';
import { usePageBehind } from '#ui/Dialog/use-page-behind.ts';
import type { MenuAction } from './Menu.tsx';
import styles from './Menu.module.css';

/** Between the button and its menu, in CSS pixels. */
const distance = 8;

type OpenMenuProps = Omit<AriaMenuOptions<unknown>, 'items'>;

export interface MenuPopoverProps {
  state: MenuTriggerState;
  triggerRef: RefObject<HTMLButtonElement | null>;
  items: readonly MenuAction[];
  menuProps: OpenMenuProps;
}

/** An open menu above everything else, beside its button. */
export function MenuPopover({ state, triggerRef, items, menuProps }: MenuPopoverProps) {
  const popoverRef = useRef<HTMLDivElement>(null);
  const { popoverProps, underlayProps } = usePopover({ triggerRef, popoverRef, placement: 'bottom end', offset: distance }, state);
  usePageBehind(popoverRef, state.isOpen);
  return (
    // Without it React Aria takes Tab before the menu has it, and looks for what comes after the button in a page that is inert.
    <Overlay shouldContainFocus>
      <div {...underlayProps} className={styles.underlay} />
      <div
        {...popoverProps}
        ref={popoverRef}
        className={styles.popover}
        onKeyDownCapture={(event) => {
          if (event.key !== 'Tab') return;
          // Back to the button, as with Escape; from there Tab goes on.
          event.preventDefault();
          state.close();
        }}
      >
        <DismissButton onDismiss={() => state.close()} />
        <Items {...menuProps} items={items} />
        <DismissButton onDismiss={() => state.close()} />
      </div>
    </Overlay>
  );
}

function Items({ items, ...props }: OpenMenuProps & { items: readonly MenuAction[] }) {
  const ref = useRef<HTMLDivElement>(null);
  const state = useTreeState<MenuAction>({ items, selectionMode: 'none', children: entry });
  const { menuProps } = useMenu<unknown>({ ...props, items }, state, ref);
  return (
    <div {...menuProps} ref={ref} className={styles.menu}>
      {items.map((item) => (
        <MenuItem key={item.id} item={item} state={state} />
      ))}
    </div>
  );
}

const entry = ({ id, label }: MenuAction) => (
  <Item key={id} textValue={label}>
    {label}
  </Item>
);

function MenuItem({ item, state }: { item: MenuAction; state: TreeState<MenuAction> }) {
  const { id, label, onAction, unavailableReason, variant = 'default' } = item;
  const ref = useRef<HTMLDivElement>(null);
  const isUnavailable = unavailableReason !== undefined;
  const { menuItemProps, labelProps, descriptionProps, isFocused } = useMenuItem(
    { key: id, shouldCloseOnSelect: !isUnavailable, onAction: () => (isUnavailable ? announce(unavailableReason) : onAction()) },
    state,
    ref,
  );
  return (
    <div
      {...menuItemProps}
      ref={ref}
      className={styles.item}
      data-variant={variant}
      data-focused={isFocused || undefined}
      // React Aria's own disabled items are skipped by the arrow keys, so neither they nor their reasons are ever heard.
      aria-disabled={isUnavailable || undefined}
    >
      <span {...labelProps} className={styles.label}>
        {label}
      </span>
      {isUnavailable && (
        <span {...descriptionProps} className={styles.reason}>
          {unavailableReason}
        </span>
      )}
    </div>
  );
}
