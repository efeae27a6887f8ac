import type { ReactNode } from 'react';
import styles from './SectionSheet.module.css';

export interface SectionLeadProps {
  /** First content of the section. */
  children?: ReactNode;
  /** The main action of the section; buttons, the most important one first. */
  action: ReactNode;
}

/** The first row of a section: what it says first, and its main action at the other end of the row. */
export function SectionLead({ children, action }: SectionLeadProps) {
  return (
    <div className={styles.lead}>
      <div className={styles.about}>{children}</div>
      <div className={styles.action} data-print="never">
        {action}
      </div>
    </div>
  );
}
