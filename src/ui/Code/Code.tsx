import styles from './Code.module.css';

export interface CodeProps {
  /** An invoice number, a tax ID, the tail of a card: what is compared sign by sign. */
  children: string;
}

export function Code({ children }: CodeProps) {
  return <span className={styles.root}>{children}</span>;
}
