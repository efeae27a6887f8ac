import type { ReactNode } from 'react';
import styles from './SectionSheet.module.css';

export interface SectionLeadProps {
  /** First content of the section. */
  children?: ReactNode;
  /** Main action of the section. If there are several buttons, the most important one comes first. */
  action: ReactNode;
}

/** First row of a section: its first content, and its main action at the other end of the row. */
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
