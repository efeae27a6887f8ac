import { useRef, useState, type ComponentProps } from 'react';
import { useAutocomplete } from 'react-aria/useAutocomplete';
import { FieldInputContext, SelectableCollectionContext } from 'react-aria-components/Autocomplete';
import { Header } from 'react-aria-components/Header';
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu';
import { Text } from 'react-aria-components/Text';
import { announce } from '#ui/Announcer/announce.ts';
import menuStyles from '#ui/Menu/Menu.module.css';
import { SearchField } from '#ui/SearchField/SearchField.tsx';
import styles from './CommandMenu.module.css';

export interface Command {
  readonly id: string;
  readonly words: string;
  readonly about?: string | undefined;
  /** Reason why the command is unavailable. The command can still get the focus. Choosing it only announces the reason. */
  readonly unavailableReason?: string | undefined;
  readonly onAction: () => void;
}

export interface CommandGroup {
  readonly id: string;
  readonly title: string;
  readonly commands: readonly Command[];
}

export interface CommandMenuProps {
  label: string;
  listLabel: string;
  groups: readonly CommandGroup[];
  none: string;
  value: string;
  onChange: (value: string) => void;
  /** True to focus the field on mount, for a dialog whose purpose is to search. */
  autoFocus?: boolean;
}

/** The focus stays in the field. Arrow keys select a command, and Enter runs it. */
export function CommandMenu({ label, listLabel, groups, none, value, onChange, autoFocus = false }: CommandMenuProps) {
  const [focusedNodeId, setFocusedNodeId] = useState<string | null>(null);
  const inputRef = useRef<HTMLInputElement>(null);
  const collectionRef = useRef<HTMLElement>(null);
  const state = { inputValue: value, setInputValue: onChange, focusedNodeId, setFocusedNodeId };
  const { inputProps, collectionProps, collectionRef: listRef } = useAutocomplete({ inputRef, collectionRef }, state);
  return (
    <FieldInputContext value={{ ...inputProps, ref: inputRef }}>
      <SelectableCollectionContext
        value={{ ...collectionProps, ref: listRef } as ComponentProps<typeof SelectableCollectionContext>['value']}
      >
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- only if the dialog around it was opened for this field */}
        <SearchField label={label} hasList={groups.length > 0} autoFocus={autoFocus} />
        {groups.length === 0 ? (
          <p>{none}</p>
        ) : (
          <Menu aria-label={listLabel} className={styles.list ?? ''} render={(list) => <div {...list} role="listbox" />}>
            {groups.map(({ id, title, commands }) => (
              <MenuSection key={id} id={id} className={styles.group ?? ''}>
                <Header className={styles.title ?? ''}>{title}</Header>
                {commands.map(commandItem)}
              </MenuSection>
            ))}
          </Menu>
        )}
      </SelectableCollectionContext>
    </FieldInputContext>
  );
}

type OptionProps = ComponentProps<'div'> & { 'data-focused'?: boolean };

/** Replaces the menu role of React Aria, because a field that keeps the focus needs the pattern of a combobox with a listbox. */
const Option = (props: OptionProps) => <div {...props} role="option" aria-selected={props['data-focused'] === true} />;

function commandItem({ id, words, about, unavailableReason, onAction }: Command) {
  const isUnavailable = unavailableReason !== undefined;
  const second = unavailableReason ?? about;
  return (
    <MenuItem
      key={id}
      id={id}
      textValue={words}
      className={menuStyles.item ?? ''}
      onAction={() => (isUnavailable ? announce(unavailableReason) : onAction())}
      render={(item) => <Option {...(item as OptionProps)} {...(isUnavailable && { 'aria-disabled': true })} />}
    >
      <Text slot="label" className={menuStyles.label ?? ''}>
        {words}
      </Text>
      {second !== undefined && (
        <Text slot="description" className={menuStyles.reason ?? ''}>
          {second}
        </Text>
      )}
    </MenuItem>
  );
}
