import type { ReactNode } from 'react';
import { Button } from '#ui/Button/Button.tsx';
import { Form } from '#ui/Form/Form.tsx';
import { TextField } from '#ui/TextField/TextField.tsx';
import styles from './Find.module.css';

export interface FindPanelProps {
  readonly id: string;
  readonly label: string;
  readonly fault: string | undefined;
  readonly failedAttempts: number;
  readonly faultsLevel?: 2 | 3;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** Id of the last day field, which shows errors of the period. */
export const lastDayId = (panelId: string): string => `${panelId}-to`;

export function FindPanel({ id, label, fault, failedAttempts, faultsLevel = 3, onSubmit, children }: FindPanelProps) {
  return (
    <div id={id} className={styles.panel}>
      <Form
        aria-label={label}
        onSubmit={onSubmit}
        faultsTitle="Invalid date range"
        faults={fault === undefined ? [] : [{ fieldId: lastDayId(id), message: fault }]}
        failedAttempts={failedAttempts}
        faultsLevel={faultsLevel}
      >
        {children}
        <div>
          <Button variant="primary" type="submit">
            Show
          </Button>
        </div>
      </Form>
    </div>
  );
}

export const FindPeriod = ({ children }: { children: ReactNode }) => <div className={styles.period}>{children}</div>;

interface DayField {
  readonly state: { readonly value: string };
  readonly handleChange: (day: string) => void;
}

export const dayField =
  (props: { readonly label: 'From' | 'To'; readonly id?: string; readonly errorMessage?: string | undefined }) =>
  ({ state, handleChange }: DayField) => <TextField {...props} type="date" value={state.value} onChange={handleChange} />;
