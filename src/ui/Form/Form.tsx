import type { ReactNode } from 'react';
import { Form as AriaForm } from 'react-aria-components/Form';
import { ErrorSummary } from './ErrorSummary.tsx';
import type { FieldFault } from './ErrorSummary.tsx';
import styles from './Form.module.css';

export interface FormProps {
  /** Name of the form, such as the heading above it. */
  'aria-labelledby'?: string;
  'aria-label'?: string;
  id?: string;
  /** Called with Enter in a field and with the submit button. The browser neither checks nor sends anything. */
  onSubmit: () => void;
  /** Heading of the summary. */
  faultsTitle: string;
  faults: readonly FieldFault[];
  /** How often sending has failed on faults. Each time focus goes to the summary. */
  failedAttempts: number;
  /** Of the summary's heading: one below the heading that the form stands under. */
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
