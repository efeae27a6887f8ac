import type { ReactNode } from 'react';
import { Form as AriaForm } from 'react-aria-components/Form';
import { ErrorSummary } from './ErrorSummary.tsx';
import type { FieldFault } from './ErrorSummary.tsx';
import styles from './Form.module.css';

export interface FormProps {
  'aria-labelledby'?: string;
  'aria-label'?: string;
  id?: string;
  /** Called on Enter in a field and on the submit button, without validation or submission by the browser. */
  onSubmit: () => void;
  faultsTitle: string;
  faults: readonly FieldFault[];
  /** Number of submits blocked by errors; an increase moves focus to the summary. */
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
