import { useMemo } from 'react';
import { isoDate } from '#lib/dates/format.ts';
import { dayField, FindPanel, FindPeriod, lastDayId } from '#billing/shared/find/FindPanel.tsx';
import type { FindFormProps } from '#billing/shared/find/FindTools.tsx';
import { useFindForm } from '#billing/shared/find/use-find-form.ts';
import { useNowSeconds } from '#billing/shared/page/now.ts';
import type { StatementPeriod } from './statement-view.ts';
import { periodOfValues, periodSchema, valuesOfPeriod } from './statement.form.ts';

/** The days are stored in the URL, so that the browser's Back restores the previous period. */
export function ChoosePeriod({ id, filters, filter }: FindFormProps<StatementPeriod>) {
  const today = isoDate(useNowSeconds());
  const { form, fault, panel } = useFindForm(
    () => valuesOfPeriod(filters),
    useMemo(() => periodSchema(today), [today]),
    (values) => filter(periodOfValues(values)),
  );
  return (
    <FindPanel {...panel} id={id} label="Choose days" faultsLevel={2}>
      <FindPeriod>
        <form.Field name="from">{dayField({ label: 'From' })}</form.Field>
        <form.Field name="to">{dayField({ label: 'To', id: lastDayId(id), errorMessage: fault })}</form.Field>
      </FindPeriod>
    </FindPanel>
  );
}
