import { Button } from '#ui/Button/Button.tsx';
import styles from './Lines.module.css';

export interface OpenWorkingProps {
  /** Short calculation, shown before the button. */
  summary: string;
  /** Line name, added to the accessible name. */
  subject: string;
  isOpen: boolean;
  onToggle: () => void;
  /** Id of the expanded row. */
  panelId: string;
}

/** Short calculation of a line, and a button that expands the full one below. A press on either expands it. */
export function OpenWorking({ summary, subject, isOpen, onToggle, panelId }: OpenWorkingProps) {
  return (
    <span className={styles.trigger}>
      {/* Text, not the button's name: Orca's table keys focus a control that begins a cell, and then leave reading mode. */}
      <span>{summary || 'Details'}</span>
      <Button
        variant="quiet"
        aria-expanded={isOpen}
        {...(isOpen ? { 'aria-controls': panelId } : {})}
        nameSuffix={`Details, working of ${subject}`}
        trailingIcon="chevronDown"
        onPress={onToggle}
      >
        {''}
      </Button>
    </span>
  );
}
