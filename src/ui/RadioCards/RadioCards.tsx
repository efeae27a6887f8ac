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
  /** Names the radio. */
  title: string;
  /** Describes the radio; says everything that the drawing shows. */
  description: ReactNode;
  /** Decoration with an empty alternative. */
  drawing?: ReactNode;
}

/** A read-only choice can be seen and heard, not changed. Say why beside it. */
type AriaProps = Pick<AriaRadioGroupProps, 'value' | 'defaultValue' | 'onChange' | 'name' | 'isDisabled' | 'isReadOnly'>;

export interface RadioCardsProps extends AriaProps {
  label: string;
  cards: readonly RadioCard[];
}

/** A choice between things worth a picture. The whole card is pressed, its outline and mark show the selected one. */
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
