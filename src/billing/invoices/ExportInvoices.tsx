import { useForm, useSelector } from '@tanstack/react-form';
import { useState } from 'react';
import { pageCalls } from '#contract/page-calls.ts';
import { isSameOrigin } from '#lib/browser/call.ts';
import { dayOf } from '#lib/dates/query-days.ts';
import { Button } from '#ui/Button/Button.tsx';
import { Dialog, DialogActions } from '#ui/Dialog/Dialog.tsx';
import { LinkButton } from '#ui/LinkButton/LinkButton.tsx';
import { RadioGroup } from '#ui/RadioGroup/RadioGroup.tsx';
import { dayField, FindPeriod } from '#billing/shared/find/FindPanel.tsx';
import { SaveFile } from '#billing/shared/page/SaveFile.tsx';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import type { InvoiceFilters } from './invoice-view.ts';
import { exportSchema, type ExportValues } from './invoices.form.ts';

export interface ExportInvoicesProps {
  isOpen: boolean;
  onClose: () => void;
  /** The period of the filters is the default period of the export. */
  filters: InvoiceFilters;
}

const kinds = [
  {
    value: 'totals',
    label: 'Totals',
    description: 'One row for each invoice. If who is billed was corrected, the credit note and the corrected invoice are rows too.',
  },
  { value: 'lines', label: 'Lines', description: 'One row for each line of each invoice, credit note and corrected invoice' },
];

function exportAddress(slug: string, { kind, from, to }: ExportValues): string {
  const query = new URLSearchParams({ kind, ...(dayOf(from) ? { from } : {}), ...(dayOf(to) ? { to } : {}) });
  return `${pageCalls.exportInvoices.path.replace('{slug}', encodeURIComponent(slug))}?${query.toString()}`;
}

export function ExportInvoices({ isOpen, onClose, filters }: ExportInvoicesProps) {
  const slug = useSlug();
  const [start] = useState((): ExportValues => ({ kind: 'totals', from: filters.from ?? '', to: filters.to ?? '' }));
  const form = useForm({ defaultValues: start, validators: { onChange: exportSchema } });
  const fault = useSelector(form.store, ({ errorMap }) => errorMap.onChange?.['to']?.[0]?.message);
  const address = exportAddress(
    slug,
    useSelector(form.store, ({ values }) => values),
  );
  return (
    <Dialog isOpen={isOpen} onOpenChange={onClose} title="Export invoices">
      <p>A CSV file with amounts in US dollars, for a spreadsheet or for bookkeeping. Leave a day empty to set no limit.</p>
      <form.Field name="kind">
        {({ state, handleChange }) => (
          <RadioGroup label="Content" options={kinds} value={state.value} onChange={(kind) => handleChange(kind as ExportValues['kind'])} />
        )}
      </form.Field>
      <FindPeriod>
        <form.Field name="from">{dayField({ label: 'From' })}</form.Field>
        <form.Field name="to">{dayField({ label: 'To', errorMessage: fault })}</form.Field>
      </FindPeriod>
      <DialogActions>
        {fault ? (
          <Button variant="primary" unavailableReason={fault}>
            Download CSV
          </Button>
        ) : isSameOrigin ? (
          <LinkButton variant="primary" href={address} download>
            Download CSV
          </LinkButton>
        ) : (
          <SaveFile
            address={address}
            fallbackName="invoices.csv"
            savingMessage="Fetching the invoices"
            failure={(message) => `The invoices could not be exported. ${message}`}
          />
        )}
        <Button variant="quiet" onPress={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
