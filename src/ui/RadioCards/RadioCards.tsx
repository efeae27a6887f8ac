import { useId } from 'react';
import type { ReactNode } from 'react';
import { useRadioGroup } from 'react-aria/useRadioGroup';
import { useRadioGroupState } from 'react-stately/useRadioGroupState';
import fieldStyles from '#ui/Field/Field.module.css';
import { FieldLabel } from '#ui/Field/FieldLabel.tsx';
import { RadioCardInput } from './RadioCardInput.tsx';
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

export interface RadioCardsProps {
  label: string;
  cards: readonly RadioCard[];
  value?: string;
  defaultValue?: string;
  onChange?: (value: string) => void;
  name?: string;
  isDisabled?: boolean;
  /** The choice can be seen and heard, not changed. Say why beside it. */
  isReadOnly?: boolean;
}

/** A choice between things worth a picture. The whole card is pressed, its outline and mark show the selected one. */
export function RadioCards({ label, cards, ...props }: RadioCardsProps) {
  const id = useId();
  const state = useRadioGroupState(props);
  const { radioGroupProps } = useRadioGroup({ ...props, label }, state);
  const labelId = `${id}-label`;
  return (
    <div {...radioGroupProps} aria-labelledby={labelId} aria-describedby={undefined} className={fieldStyles.root}>
      <FieldLabel id={labelId}>{label}</FieldLabel>
      <div className={styles.cards}>
        {cards.map(({ value, title, description, drawing }, index) => {
          const cardId = `${id}-${index}`;
          return (
            <RadioCardInput
              key={value}
              id={cardId}
              value={value}
              state={state}
              labelledBy={`${cardId}-title`}
              describedBy={`${cardId}-description`}
              className={styles.card}
            >
              <span id={`${cardId}-title`} className={styles.title}>
                {title}
              </span>
              {drawing !== undefined && <span className={styles.drawing}>{drawing}</span>}
              <span id={`${cardId}-description`} className={styles.description}>
                {description}
              </span>
            </RadioCardInput>
          );
        })}
      </div>
    </div>
  );
}
