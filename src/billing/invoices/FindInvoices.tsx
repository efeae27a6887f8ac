import { useState } from 'react';
import { Button } from '#ui/Button/Button.tsx';
import { Form } from '#ui/Form/Form.tsx';
import { RadioGroup } from '#ui/RadioGroup/RadioGroup.tsx';
import { TextField } from '#ui/TextField/TextField.tsx';
import { invoiceGroups, type InvoiceGroup } from '#lib/invoice-status.ts';
import { invoicesTexts as texts } from '#lib/texts/invoices.ts';
import styles from './FindInvoices.module.css';
import { dayOf, type InvoiceFilters } from './invoice-view.ts';
import { periodFault } from './period-fault.ts';

export interface FindInvoicesProps {
  id: string;
  isOpen: boolean;
  /** Another number writes the fields anew, with the filters as they are. */
  writing: number;
  filters: InvoiceFilters;
  filter: (filters: InvoiceFilters) => void;
}

const anyStatus = 'any';
const statuses = [{ value: anyStatus, label: 'Any' }, ...invoiceGroups.map((value) => ({ value, label: texts[value] }))];

/** Search by number, and filters by status and period. What is shown is in the address, so that Back undoes it. */
export function FindInvoices({ id, isOpen, writing, filters, filter }: FindInvoicesProps) {
  return isOpen ? <Fields key={writing} id={id} filters={filters} filter={filter} /> : null;
}

function Fields({ id, filters, filter }: Omit<FindInvoicesProps, 'isOpen' | 'writing'>) {
  const [status, setStatus] = useState<string>(filters.status ?? anyStatus);
  const [from, setFrom] = useState(filters.from ?? '');
  const [to, setTo] = useState(filters.to ?? '');
  const [number, setNumber] = useState(filters.number ?? '');
  const [failedAttempts, setFailedAttempts] = useState(0);
  const fault = periodFault(from, to);

  const submit = (): void => {
    if (fault) return setFailedAttempts(failedAttempts + 1);
    setFailedAttempts(0);
    const chosen = status === anyStatus ? null : (status as InvoiceGroup);
    filter({ status: chosen, from: dayOf(from), to: dayOf(to), number: number.trim() || null });
  };

  return (
    <div id={id} className={styles.root}>
      <Form
        aria-label="Find invoices"
        onSubmit={submit}
        faultsTitle="The period is not possible"
        faults={failedAttempts > 0 && fault ? [{ fieldId: 'invoice-to', message: fault }] : []}
        failedAttempts={failedAttempts}
      >
        <TextField
          label="Invoice number"
          description="The whole number, or the digits that it ends with"
          value={number}
          onChange={setNumber}
          maxLength={100}
          autoComplete="off"
          spellCheck="false"
        />
        <RadioGroup label="Status" orientation="horizontal" options={statuses} value={status} onChange={setStatus} />
        <div className={styles.period}>
          <TextField label="From" type="date" value={from} onChange={setFrom} />
          <TextField
            id="invoice-to"
            label="To"
            type="date"
            value={to}
            onChange={setTo}
            errorMessage={failedAttempts > 0 ? fault : undefined}
          />
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
