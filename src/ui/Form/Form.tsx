import type { ReactNode } from 'react';
import { Form as AriaForm } from 'react-aria-components/Form';
import { ErrorSummary } from './ErrorSummary.tsx';
import type { FieldFault } from './ErrorSummary.tsx';
import styles from './Form.module.css';

export interface FormProps {
  'aria-labelledby'?: string;
  'aria-label'?: string;
  id?: string;
  /** Called on submit, by Enter in a field or by the submit button. The browser neither validates nor submits the form. */
  onSubmit: () => void;
  faultsTitle: string;
  faults: readonly FieldFault[];
  /** Number of submits that errors have blocked. If it increases, the error summary gets the focus. */
  failedAttempts: number;
  faultsLevel?: 2 | 3;
  children: ReactNode;
}

export function Form({ onSubmit, faultsTitle, faults, failedAttempts, faultsLevel = 3, children, ...props }: FormProps) {
  return (
    <AriaForm
      {...props}
      validationBehavior="aria"
      method="post"
      className={styles.root ?? ''}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <ErrorSummary title={faultsTitle} faults={faults} attempt={failedAttempts} headingLevel={faultsLevel} />
      {children}
    </AriaForm>
  );
}
