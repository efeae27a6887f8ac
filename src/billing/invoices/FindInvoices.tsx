import { revalidateLogic, useForm, useSelector } from '@tanstack/react-form';
import { useState } from 'react';
import { TextField } from '#ui/TextField/TextField.tsx';
import { FindPanel, FindPeriod, lastDayId } from '#billing/shared/find/FindPanel.tsx';
import type { FindFormProps } from '#billing/shared/find/FindTools.tsx';
import { RadioGroup } from '#ui/RadioGroup/RadioGroup.tsx';
import { SearchField } from '#ui/SearchField/SearchField.tsx';
import { dayOf } from '#lib/dates/query-days.ts';
import { plainDigits } from '#lib/number-text.ts';
import { invoiceGroups } from '#lib/invoice-status.ts';
import { invoicesTexts as texts } from '#lib/texts/invoices.ts';
import type { InvoiceFilters } from './invoice-view.ts';
import { anyStatus, findSchema, type FindValues } from './invoices.form.ts';

const statuses = [{ value: anyStatus, label: 'Any' }, ...invoiceGroups.map((value) => ({ value, label: texts[value] }))];

const valuesOf = ({ status, from, to, number }: InvoiceFilters): FindValues => ({
  number: number ?? '',
  status: status ?? anyStatus,
  from: from ?? '',
  to: to ?? '',
});

/** Search by number, and filters by status and period. What is shown is in the address, so that Back undoes it. */
export function FindInvoices({ id, filters, filter }: FindFormProps<InvoiceFilters>) {
  const [failedAttempts, setFailedAttempts] = useState(0);
  const [start] = useState(() => valuesOf(filters));
  const form = useForm({
    defaultValues: start,
    validationLogic: revalidateLogic(),
    validators: { onDynamic: findSchema },
    onSubmit: ({ value: { status, from, to, number } }) => {
      setFailedAttempts(0);
      filter({
        status: status === anyStatus ? null : status,
        from: dayOf(from),
        to: dayOf(to),
        number: plainDigits(number).trim() || null,
      });
    },
    onSubmitInvalid: () => setFailedAttempts((count) => count + 1),
  });
  const fault = useSelector(form.store, ({ errorMap }) => errorMap.onDynamic?.['to']?.[0]?.message);

  return (
    <FindPanel id={id} label="Find invoices" fault={fault} failedAttempts={failedAttempts} onSubmit={() => void form.handleSubmit()}>
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
      <FindPeriod>
        <form.Field name="from">
          {({ state, handleChange }) => <TextField label="From" type="date" value={state.value} onChange={handleChange} />}
        </form.Field>
        <form.Field name="to">
          {({ state, handleChange }) => (
            <TextField id={lastDayId(id)} label="To" type="date" value={state.value} onChange={handleChange} errorMessage={fault} />
          )}
        </form.Field>
      </FindPeriod>
    </FindPanel>
  );
}
