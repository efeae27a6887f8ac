import { useId } from 'react';
import type { ReactNode } from 'react';
import { Radio, RadioGroup as AriaRadioGroup, type RadioGroupProps as AriaRadioGroupProps } from 'react-aria-components/RadioGroup';
import choiceStyles from '#ui/Choice/Choice.module.css';
import { ChoiceMark } from '#ui/Choice/ChoiceMark.tsx';
import fieldStyles from '#ui/Field/Field.module.css';
import { FieldLabel } from '#ui/Field/FieldLabel.tsx';
import styles from './RadioCards.module.css';

export interface RadioCard {
  value: string;
  title: string;
  /** Accessible description; repeats everything in the drawing. */
  description: ReactNode;
  /** Decorative picture. */
  drawing?: ReactNode;
}

/** A read-only choice stays visible and focusable. Show the reason beside it. */
type AriaProps = Pick<AriaRadioGroupProps, 'value' | 'defaultValue' | 'onChange' | 'name' | 'isDisabled' | 'isReadOnly'>;

export interface RadioCardsProps extends AriaProps {
  label: string;
  cards: readonly RadioCard[];
}

/** A choice with pictures. The whole card is pressable. */
export function RadioCards({ label, cards, ...props }: RadioCardsProps) {
  const id = useId();
  return (
    <AriaRadioGroup {...props} className={fieldStyles.root ?? ''}>
      <FieldLabel isOfGroup>{label}</FieldLabel>
      <div className={styles.cards}>
        {cards.map(({ value, title, description, drawing }, index) => {
          const cardId = `${id}-${index}`;
          return (
            <Radio
              key={value}
              id={cardId}
              value={value}
              aria-labelledby={`${cardId}-title`}
              aria-describedby={`${cardId}-description`}
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
    </AriaRadioGroup>
  );
}
