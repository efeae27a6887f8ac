import { dayField, FindPanel, FindPeriod, lastDayId } from '#billing/shared/find/FindPanel.tsx';
import type { FindFormProps } from '#billing/shared/find/FindTools.tsx';
import { useFindForm } from '#billing/shared/find/use-find-form.ts';
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

const filtersOf = ({ status, from, to, number }: FindValues): InvoiceFilters => ({
  status: status === anyStatus ? null : status,
  from: dayOf(from),
  to: dayOf(to),
  number: plainDigits(number).trim() || null,
});

/** The filters are stored in the URL, so that the browser's Back restores the previous filters. */
export function FindInvoices({ id, filters, filter }: FindFormProps<InvoiceFilters>) {
  const { form, fault, panel } = useFindForm(
    () => valuesOf(filters),
    findSchema,
    (values) => filter(filtersOf(values)),
  );
  return (
    <FindPanel {...panel} id={id} label="Find invoices">
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
        <form.Field name="from">{dayField({ label: 'From' })}</form.Field>
        <form.Field name="to">{dayField({ label: 'To', id: lastDayId(id), errorMessage: fault })}</form.Field>
      </FindPeriod>
    </FindPanel>
  );
}
