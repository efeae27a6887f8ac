import type { ReactNode } from 'react';
import { Radio, RadioGroup as AriaRadioGroup, type RadioGroupProps as AriaRadioGroupProps } from 'react-aria-components/RadioGroup';
import choiceStyles from '#ui/Choice/Choice.module.css';
import { ChoiceMark } from '#ui/Choice/ChoiceMark.tsx';
import fieldStyles from '#ui/Field/Field.module.css';
import { FieldLabel } from '#ui/Field/FieldLabel.tsx';
import { FieldNotes } from '#ui/Field/FieldNotes.tsx';
import { describedBy, useFieldIds } from '#ui/Field/use-field-ids.ts';
import styles from './RadioCards.module.css';

export interface RadioCard {
  value: string;
  title: string;
  /** Accessible description. It must contain everything that the drawing of the card shows. */
  description: ReactNode;
  drawing?: ReactNode;
}

/** A read-only choice stays visible and focusable. Next to the choice, callers must show why it is read-only. */
type AriaProps = Pick<AriaRadioGroupProps, 'value' | 'defaultValue' | 'onChange' | 'name' | 'isDisabled' | 'isReadOnly'>;

export interface RadioCardsProps extends AriaProps {
  label: string;
  /** Id of the group. The first radio has the id `${id}-0`, to which the error summary links. */
  id?: string;
  cards: readonly RadioCard[];
  errorMessage?: string | undefined;
}

export function RadioCards({ label, id, cards, errorMessage, ...props }: RadioCardsProps) {
  const { fieldId, shownErrorId, ...ids } = useFieldIds({ id, description: undefined, errorMessage });
  return (
    <AriaRadioGroup
      {...props}
      {...describedBy(shownErrorId)}
      id={fieldId}
      validationBehavior="aria"
      isInvalid={errorMessage !== undefined}
      className={fieldStyles.root ?? ''}
    >
      <FieldLabel isOfGroup>{label}</FieldLabel>
      <FieldNotes descriptionId={ids.descriptionId} errorId={ids.errorId} errorMessage={errorMessage} />
      <div className={styles.group}>
        <div className={styles.cards}>
          {cards.map(({ value, title, description, drawing }, index) => {
            const cardId = `${fieldId}-${index}`;
            return (
              <Radio
                key={value}
                id={cardId}
                value={value}
                aria-labelledby={`${cardId}-title`}
                {...describedBy(index === 0 && shownErrorId, `${cardId}-description`)}
                className={`${choiceStyles.label} ${styles.card}`}
              >
                <ChoiceMark type="radio" />
                <span id={`${cardId}-title`} className={styles.title}>
                  {title}
                </span>
                {drawing !== undefined && <span className={styles.drawing}>{drawing}</span>}
                <span id={`${cardId}-description`} className={styles.description}>
                  {description}
                </span>
              </Radio>
            );
          })}
        </div>
      </div>
    </AriaRadioGroup>
  );
}
