import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Input } from 'react-aria-components/Input';
import { SearchField as AriaSearchField, type SearchFieldProps as AriaSearchFieldProps } from 'react-aria-components/SearchField';
import fieldStyles from '#ui/Field/Field.module.css';
import { FieldLabel } from '#ui/Field/FieldLabel.tsx';
import { FieldNotes } from '#ui/Field/FieldNotes.tsx';
import { describedBy, useFieldIds } from '#ui/Field/use-field-ids.ts';
import { Icon } from '#ui/Icon/Icon.tsx';
import styles from './SearchField.module.css';

type AriaProps = Pick<
  AriaSearchFieldProps,
  'value' | 'defaultValue' | 'onChange' | 'name' | 'autoComplete' | 'autoFocus' | 'maxLength' | 'spellCheck' | 'isDisabled' | 'isReadOnly'
>;

export interface SearchFieldProps extends AriaProps {
  label: string;
  id?: string;
  description?: ReactNode;
  /** True while a list of results is rendered. Set this only if the field keeps the focus while the user moves in the list. */
  hasList?: boolean;
  errorMessage?: string | undefined;
}

/** Escape clears the field, so the clear button is not a tab stop. */
export function SearchField({ label, id, description, errorMessage, hasList, ...props }: SearchFieldProps) {
  const { fieldId, descriptionId, errorId, shownDescriptionId, shownErrorId } = useFieldIds({ id, description, errorMessage });
  const isFixed = props.isReadOnly === true || props.isDisabled === true;
  return (
    <AriaSearchField
      {...props}
      {...describedBy(shownErrorId, shownDescriptionId)}
      id={fieldId}
      enterKeyHint="search"
      validationBehavior="aria"
      isInvalid={errorMessage !== undefined}
      className={`${fieldStyles.root} ${styles.root}`}
    >
      <FieldLabel>{label}</FieldLabel>
      <div className={styles.control}>
        <Input
          {...(hasList !== undefined && { role: 'combobox', 'aria-haspopup': 'listbox', 'aria-expanded': hasList })}
          className={`${fieldStyles.control} ${styles.input}`}
        />
        {!isFixed && (
          <Button className={styles.clear ?? ''}>
            <Icon name="close" />
          </Button>
        )}
      </div>
      <FieldNotes {...{ descriptionId, description, errorId, errorMessage }} />
    </AriaSearchField>
  );
}
