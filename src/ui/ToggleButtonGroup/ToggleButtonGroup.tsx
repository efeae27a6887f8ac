import { ToggleButton } from 'react-aria-components/ToggleButton';
import buttonStyles from '#ui/Button/Button.module.css';
import { Icon } from '#ui/Icon/Icon.tsx';
import styles from './ToggleButtonGroup.module.css';

export interface ToggleOption<Id extends string> {
  id: Id;
  label: string;
}

export interface ToggleButtonGroupProps<Id extends string> {
  label: string;
  options: readonly ToggleOption<Id>[];
  selectedKey: Id;
  onSelectionChange: (key: Id) => void;
}

/** Buttons that switch between views of the same data. Exactly one button is pressed. */
export function ToggleButtonGroup<Id extends string>({ label, options, selectedKey, onSelectionChange }: ToggleButtonGroupProps<Id>) {
  return (
    <div role="group" aria-label={label} className={styles.root} data-print="never">
      {options.map(({ id, label: words }) => (
        <ToggleButton
          key={id}
          isSelected={id === selectedKey}
          onChange={(isSelected) => isSelected && onSelectionChange(id)}
          className={buttonStyles.root ?? ''}
          data-variant={id === selectedKey ? 'secondary' : 'quiet'}
        >
          {id === selectedKey && <Icon name="check" />}
          <span>{words}</span>
        </ToggleButton>
      ))}
    </div>
  );
}
