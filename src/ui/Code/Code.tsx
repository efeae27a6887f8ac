import styles from './Code.module.css';

export interface CodeProps {
  /** Text that people compare character by character, such as an invoice number, a tax ID, or the last digits of a card. */
  children: string;
}

export function Code({ children }: CodeProps) {
  return <span className={styles.root}>{children}</span>;
}
