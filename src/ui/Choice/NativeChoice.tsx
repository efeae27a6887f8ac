import type { ComponentProps } from 'react';
import styles from './Choice.module.css';
import { ChoiceMark } from './ChoiceMark.tsx';

export interface NativeChoiceProps extends Pick<ComponentProps<'input'>, 'name' | 'value' | 'checked' | 'onChange'> {
  type: 'checkbox' | 'radio';
  children: string;
}

/** A native checkbox or radio, which users can operate before scripts run. */
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
