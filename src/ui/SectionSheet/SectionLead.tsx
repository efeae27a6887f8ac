import type { ReactNode } from 'react';
import styles from './SectionSheet.module.css';

export interface SectionLeadProps {
  children?: ReactNode;
  action: ReactNode;
}

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
