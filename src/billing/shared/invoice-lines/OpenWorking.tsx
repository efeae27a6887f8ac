import { Button } from '#ui/Button/Button.tsx';
import styles from './Lines.module.css';

export interface OpenWorkingProps {
  summary: string;
  /** Added to the button's accessible name. */
  subject: string;
  isOpen: boolean;
  onToggle: () => void;
  panelId: string;
}

export function OpenWorking({ summary, subject, isOpen, onToggle, panelId }: OpenWorkingProps) {
  return (
    <span className={styles.trigger}>
      {/* The cell begins with text. If a cell begins with a control, Orca's table keys focus the control and leave reading mode. */}
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
