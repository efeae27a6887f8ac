import { Button } from '#ui/Button/Button.tsx';
import styles from './Lines.module.css';

export interface OpenWorkingProps {
  /** Short calculation, used as button text. */
  summary: string;
  /** Line name, added to the accessible name. */
  subject: string;
  isOpen: boolean;
  onToggle: () => void;
  /** Id of the expanded row. */
  panelId: string;
}

/** Short calculation of a line; a press expands the full one below. */
export function OpenWorking({ summary, subject, isOpen, onToggle, panelId }: OpenWorkingProps) {
  return (
    <span className={styles.trigger}>
      <Button
        variant="quiet"
        aria-expanded={isOpen}
        {...(isOpen ? { 'aria-controls': panelId } : {})}
        nameSuffix={`, working of ${subject}`}
        trailingIcon="chevronDown"
        onPress={onToggle}
      >
        {summary || 'Details'}
      </Button>
    </span>
  );
}
