import { useState } from 'react';
import { pageCalls } from '#contract/page-calls.ts';
import { isSameOrigin } from '#lib/call.ts';
import { Button } from '#ui/Button/Button.tsx';
import { Dialog, DialogActions } from '#ui/Dialog/Dialog.tsx';
import { LinkButton } from '#ui/LinkButton/LinkButton.tsx';
import { RadioGroup } from '#ui/RadioGroup/RadioGroup.tsx';
import { TextField } from '#ui/TextField/TextField.tsx';
import { useSlug } from '#billing/shared/use-organization.ts';
import styles from './FindInvoices.module.css';
import { dayOf, type InvoiceFilters } from './invoice-view.ts';
import { periodFault } from './period-fault.ts';
import { SaveExport } from './SaveExport.tsx';

export interface ExportInvoicesProps {
  isOpen: boolean;
  onClose: () => void;
  /** The period that is looked at is the first suggestion. */
  filters: InvoiceFilters;
}

const kinds = [
  { value: 'totals', label: 'Totals', description: 'One row for each invoice' },
  { value: 'lines', label: 'Lines', description: 'One row for each line of each invoice' },
];

function exportAddress(slug: string, kind: string, from: string, to: string): string {
  const query = new URLSearchParams({ kind, ...(dayOf(from) ? { from } : {}), ...(dayOf(to) ? { to } : {}) });
  return `${pageCalls.exportInvoices.path.replace('{slug}', encodeURIComponent(slug))}?${query.toString()}`;
}

/** The invoices of a period as a table for bookkeeping. */
export function ExportInvoices({ isOpen, onClose, filters }: ExportInvoicesProps) {
  const slug = useSlug();
  const [kind, setKind] = useState('totals');
  const [from, setFrom] = useState(filters.from ?? '');
  const [to, setTo] = useState(filters.to ?? '');
  const fault = periodFault(from, to);
  const address = exportAddress(slug, kind, from, to);
  return (
    <Dialog isOpen={isOpen} onOpenChange={onClose} title="Export invoices">
      <p>A CSV file with amounts in US dollars, for a spreadsheet or for bookkeeping. Leave a day empty to set no limit.</p>
      <RadioGroup label="Content" options={kinds} value={kind} onChange={setKind} />
      <div className={styles.period}>
        <TextField label="From" type="date" value={from} onChange={setFrom} />
        <TextField label="To" type="date" value={to} onChange={setTo} errorMessage={fault} />
      </div>
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
          <SaveExport address={address} />
        )}
        <Button variant="quiet" onPress={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
