import type { ComponentProps } from 'react';
import styles from './Choice.module.css';
import { ChoiceMark } from './ChoiceMark.tsx';

export interface NativeChoiceProps extends Pick<ComponentProps<'input'>, 'name' | 'value' | 'checked' | 'onChange'> {
  type: 'checkbox' | 'radio';
  /** The label. */
  children: string;
}

/** A checkbox or radio of HTML, for what the first view holds and can be chosen before any script runs. */
export function NativeChoice({ type, children, ...input }: NativeChoiceProps) {
  return (
    <label className={`${styles.label} ${styles.choice}`}>
      <span>
        <input {...input} type={type} />
      </span>
      <ChoiceMark type={type} />
      {children}
    </label>
  );
}
