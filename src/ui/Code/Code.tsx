import styles from './Code.module.css';

export interface CodeProps {
  /** Text that people compare character by character: an invoice number, a tax ID, the last digits of a card. */
  children: string;
}

export function Code({ children }: CodeProps) {
  return <span className={styles.root}>{children}</span>;
}
