import { Necessity } from './Necessity.tsx';
import styles from './Field.module.css';

export interface FieldLabelProps {
  id?: string;
  /** Without it the label belongs to a group and is a plain line of text. */
  htmlFor?: string;
  children: string;
  isRequired?: boolean | undefined;
}

export function FieldLabel({ id, htmlFor, children, isRequired }: FieldLabelProps) {
  return htmlFor === undefined ? (
    <span id={id} className={styles.label}>
      {children}
      <Necessity isRequired={isRequired} isSaidByControl={false} />
    </span>
  ) : (
    <label id={id} htmlFor={htmlFor} className={styles.label}>
      {children}
      <Necessity isRequired={isRequired} isSaidByControl />
    </label>
  );
}
