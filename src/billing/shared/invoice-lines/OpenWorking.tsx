import { Button } from '#ui/Button/Button.tsx';
import styles from './Lines.module.css';

export interface OpenWorkingProps {
  /** The arithmetic in short, which is the button's words. */
  summary: string;
  /** What it is the working of, for the name. */
  subject: string;
  isOpen: boolean;
  onToggle: () => void;
  /** Id of the row that opens. */
  panelId: string;
}

/** The arithmetic beside a line; pressed, it opens in full below. */
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
