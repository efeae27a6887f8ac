import { revalidateLogic, useForm, useSelector } from '@tanstack/react-form';
import { useState } from 'react';
import { Button } from '#ui/Button/Button.tsx';
import { Form } from '#ui/Form/Form.tsx';
import { RadioGroup } from '#ui/RadioGroup/RadioGroup.tsx';
import { SearchField } from '#ui/SearchField/SearchField.tsx';
import { TextField } from '#ui/TextField/TextField.tsx';
import { dayOf } from '#lib/dates/query-days.ts';
import { invoiceGroups } from '#lib/invoice-status.ts';
import { invoicesTexts as texts } from '#lib/texts/invoices.ts';
import styles from './FindInvoices.module.css';
import type { InvoiceFilters } from './invoice-view.ts';
import { anyStatus, findSchema, type FindValues } from './invoices.form.ts';

export interface FindInvoicesProps {
  id: string;
  filters: InvoiceFilters;
  filter: (filters: InvoiceFilters) => void;
}

const statuses = [{ value: anyStatus, label: 'Any' }, ...invoiceGroups.map((value) => ({ value, label: texts[value] }))];

const toId = 'invoice-to';

const valuesOf = ({ status, from, to, number }: InvoiceFilters): FindValues => ({
  number: number ?? '',
  status: status ?? anyStatus,
  from: from ?? '',
  to: to ?? '',
});

/**
 * Search by number, and filters by status and period. What is shown is in the address, so that Back undoes it. A new key resets the
 * fields to the current filters.
 */
export function FindInvoices({ id, filters, filter }: FindInvoicesProps) {
  const [failedAttempts, setFailedAttempts] = useState(0);
  const [start] = useState(() => valuesOf(filters));
  const form = useForm({
    defaultValues: start,
    validationLogic: revalidateLogic(),
    validators: { onDynamic: findSchema },
    onSubmit: ({ value: { status, from, to, number } }) => {
      setFailedAttempts(0);
      filter({ status: status === anyStatus ? null : status, from: dayOf(from), to: dayOf(to), number: number.trim() || null });
    },
    onSubmitInvalid: () => setFailedAttempts((count) => count + 1),
  });
  const fault = useSelector(form.store, ({ errorMap }) => errorMap.onDynamic?.['to']?.[0]?.message);

  return (
    <div id={id} className={styles.root}>
      <Form
        aria-label="Find invoices"
        onSubmit={() => void form.handleSubmit()}
        faultsTitle="The period is not possible"
        faults={fault === undefined ? [] : [{ fieldId: toId, message: fault }]}
        failedAttempts={failedAttempts}
      >
        <form.Field name="number">
          {({ state, handleChange }) => (
            <SearchField
              label="Invoice number"
              description="The whole number, or the digits that it ends with"
              value={state.value}
              onChange={handleChange}
              maxLength={100}
              autoComplete="off"
              spellCheck="false"
            />
          )}
        </form.Field>
        <form.Field name="status">
          {({ state, handleChange }) => (
            <RadioGroup
              label="Status"
              orientation="horizontal"
              options={statuses}
              value={state.value}
              onChange={(status) => handleChange(status as FindValues['status'])}
            />
          )}
        </form.Field>
        <div className={styles.period}>
          <form.Field name="from">
            {({ state, handleChange }) => <TextField label="From" type="date" value={state.value} onChange={handleChange} />}
          </form.Field>
          <form.Field name="to">
            {({ state, handleChange }) => (
              <TextField id={toId} label="To" type="date" value={state.value} onChange={handleChange} errorMessage={fault} />
            )}
          </form.Field>
        </div>
        <div className={styles.actions}>
          <Button variant="primary" type="submit">
            Show
          </Button>
        </div>
      </Form>
    </div>
  );
}
