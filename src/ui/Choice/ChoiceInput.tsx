import type { ComponentProps, ReactNode } from 'react';
import styles from './Choice.module.css';

type InputProps = Pick<ComponentProps<'input'>, 'id' | 'name' | 'value' | 'checked' | 'disabled' | 'onChange'>;

export interface ChoiceInputProps extends InputProps {
  type: 'checkbox' | 'radio';
  isReadOnly?: boolean | undefined;
  isInvalid?: boolean | undefined;
  labelledBy?: string | undefined;
  describedBy?: string | undefined;
  /** What stands beside the mark; all of it can be pressed. */
  children: ReactNode;
}

/**
 * A native checkbox or radio with its label: the browser brings keys, groups, forms and the choice made before any script
 * runs. What is seen is the control itself.
 */
export function ChoiceInput({
  type,
  isReadOnly = false,
  isInvalid = false,
  labelledBy,
  describedBy,
  children,
  ...input
}: ChoiceInputProps) {
  return (
    <label className={styles.choice}>
      <span className={styles.mark}>
        <input
          {...input}
          type={type}
          // HTML knows no read-only choice, and ARIA neither that nor an invalid one of a radio: its group says both.
          aria-readonly={(isReadOnly && type === 'checkbox') || undefined}
          aria-invalid={(isInvalid && type === 'checkbox') || undefined}
          data-readonly={isReadOnly || undefined}
          data-invalid={isInvalid || undefined}
          aria-labelledby={labelledBy}
          aria-describedby={describedBy}
          className={styles.box}
        />
        <ChoiceSign type={type} />
      </span>
      {children}
    </label>
  );
}

/** The mark of a chosen box or radio, drawn over it. */
export function ChoiceSign({ type }: { type: 'checkbox' | 'radio' }) {
  return type === 'checkbox' ? (
    <svg className={styles.sign} viewBox="0 0 24 24" aria-hidden="true">
      <path d="m6 12.5 4 4 8-9" />
    </svg>
  ) : (
    <svg className={styles.sign} data-filled="" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="5" />
    </svg>
  );
}
