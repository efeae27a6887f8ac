import { useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { Input } from 'react-aria-components/Input';
import { TextField } from 'react-aria-components/TextField';
import { Button } from '#ui/Button/Button.tsx';
import fieldStyles from '#ui/Field/Field.module.css';
import { FieldLabel } from '#ui/Field/FieldLabel.tsx';
import { FieldNotes } from '#ui/Field/FieldNotes.tsx';
import { describedBy, useFieldIds } from '#ui/Field/use-field-ids.ts';
import { IconButton } from '#ui/IconButton/IconButton.tsx';
import { uiTexts } from '#ui/texts.ts';
import { useHeldError } from '#ui/Field/use-held-error.ts';
import { useRecipients, type RecipientWords } from './use-recipients.ts';
import styles from './RecipientList.module.css';

export interface RecipientListProps {
  label: string;
  addLabel: string;
  value: readonly string[];
  onChange: (value: string[]) => void;
  isValid: (entry: string) => boolean;
  words: RecipientWords;
  /** Called with the text in the field, which is not in the list yet. */
  onTyped?: (text: string) => void;
  emptyText: string;
  id?: string;
  description?: ReactNode;
  /** Error of the whole list. The errors of rejected entries are not included. */
  errorMessage?: string | undefined;
  /** `rows` shows an entry per row; `chips` shows short entries side by side. */
  variant?: 'rows' | 'chips';
  inputMode?: 'email' | 'decimal';
  /** Returns the typed text without the characters that entries must not contain. */
  toPlain?: (text: string) => string;
  entryWords?: (entry: string) => string;
  /** Text that is added to the accessible name of the add button. Use it if a form has several lists. */
  addSuffix?: string;
  unavailableReason?: string | undefined;
}

const valueOf = (entry: string): string => entry;

/** Adds entries on Enter, comma, blur and paste. Not a tag group, because screen readers skip tag groups when they read the page. */
export function RecipientList({
  label,
  addLabel,
  value,
  onChange,
  isValid,
  words,
  emptyText,
  onTyped,
  id,
  description,
  errorMessage: listError,
  variant = 'rows',
  inputMode = 'email',
  toPlain,
  entryWords = valueOf,
  addSuffix,
  unavailableReason,
}: RecipientListProps) {
  const listRef = useRef<HTMLUListElement>(null);
  const inputRef = useRef<HTMLInputElement>(null);
  const listLabelId = useId();
  const recipients = useRecipients({ value, onChange, isValid, words, onTyped, toPlain, listRef, inputRef });
  const messages = [...recipients.errors, ...(listError === undefined ? [] : [listError])];
  const errorMessage = messages.length > 0 ? <Errors messages={messages} /> : undefined;
  const { fieldId, descriptionId, errorId, shownDescriptionId, shownErrorId } = useFieldIds({ id, description, errorMessage });
  const isErrorHeld = useHeldError(fieldId, messages.length > 0 ? messages.join() : undefined);
  return (
    <div className={styles.root}>
      <span id={listLabelId} className={fieldStyles.label}>
        {label}
      </span>
      {value.length === 0 && <p className={styles.empty}>{emptyText}</p>}
      <ul
        ref={listRef}
        role="list"
        aria-labelledby={listLabelId}
        hidden={value.length === 0}
        className={styles.list}
        data-variant={variant}
      >
        {value.map((entry, index) => (
          <li key={entry} className={styles.entry}>
            <span className={styles.address}>{entryWords(entry)}</span>
            <RemoveButton
              entry={entryWords(entry)}
              isIcon={variant === 'chips'}
              onPress={() => recipients.remove(index)}
              unavailableReason={unavailableReason}
            />
          </li>
        ))}
      </ul>
      {recipients.undo !== undefined && (
        <p className={styles.undo}>
          {recipients.undo.message}{' '}
          <Button onPress={recipients.undo.run} nameSuffix={`, add ${entryWords(recipients.undo.entry)} again`}>
            {uiTexts.undo}
          </Button>
        </p>
      )}
      <TextField
        {...describedBy(!isErrorHeld && shownErrorId, shownDescriptionId)}
        id={fieldId}
        inputMode={inputMode}
        autoComplete="off"
        spellCheck="false"
        enterKeyHint="enter"
        validationBehavior="aria"
        isInvalid={errorMessage !== undefined}
        isReadOnly={unavailableReason !== undefined}
        value={recipients.text}
        onChange={recipients.type}
        className={fieldStyles.root ?? ''}
      >
        <FieldLabel>{addLabel}</FieldLabel>
        <div className={styles.add} onBlur={recipients.leave}>
          <Input
            ref={inputRef}
            autoCapitalize="none"
            onPaste={recipients.paste}
            onCompositionStart={recipients.compose}
            onCompositionEnd={recipients.compose}
            onKeyDown={recipients.keyDown}
            className={fieldStyles.control ?? ''}
          />
          <Button onPress={recipients.add} nameSuffix={addSuffix} unavailableReason={unavailableReason}>
            {uiTexts.add}
          </Button>
        </div>
        <FieldNotes {...{ descriptionId, description, errorId, errorMessage }} />
      </TextField>
    </div>
  );
}

interface RemoveButtonProps {
  entry: string;
  isIcon: boolean;
  onPress: () => void;
  unavailableReason: string | undefined;
}

function RemoveButton({ entry, isIcon, ...props }: RemoveButtonProps) {
  if (isIcon) return <IconButton {...props} icon="close" label={`${uiTexts.remove} ${entry}`} />;
  return (
    <Button {...props} variant="quiet" nameSuffix={` ${entry}`}>
      {uiTexts.remove}
    </Button>
  );
}

function Errors({ messages }: { messages: readonly string[] }) {
  return [...new Set(messages)].map((message) => (
    <span key={message} className={styles.error}>
      {message}{' '}
    </span>
  ));
}
