import { Badge } from '#ui/Badge/Badge.tsx';
import type { StatusVariant } from '#ui/Badge/Badge.tsx';
import { Button } from '#ui/Button/Button.tsx';
import { Code } from '#ui/Code/Code.tsx';
import { DateText } from '#ui/DateText/DateText.tsx';
import { LinkButton } from '#ui/LinkButton/LinkButton.tsx';
import { Money } from '#ui/Money/Money.tsx';
import { DataTable } from './DataTable.tsx';
import type { DataTableColumn } from './DataTableRow.tsx';

interface Invoice {
  id: string;
  number: string;
  endsAtSeconds: number;
  dueCents: number;
  status: string;
  variant: StatusVariant;
}

const invoices: Invoice[] = [
  { id: 'in_3', number: 'ACM-0014', endsAtSeconds: 1_793_491_200, dueCents: 7218, status: 'Outstanding', variant: 'negative' },
  { id: 'in_2', number: 'ACM-0013', endsAtSeconds: 1_790_812_800, dueCents: 126_904, status: 'Paid', variant: 'positive' },
  { id: 'in_1', number: 'ACM-0012', endsAtSeconds: 1_788_220_800, dueCents: 0, status: 'Forgiven', variant: 'neutral' },
];

const columns: DataTableColumn<Invoice>[] = [
  { id: 'date', header: 'Date', render: ({ endsAtSeconds }) => <DateText seconds={endsAtSeconds} /> },
  {
    id: 'amount',
    header: 'Amount',
    align: 'money',
    render: ({ dueCents, variant }) => <Money cents={dueCents} tone={variant === 'negative' ? 'owed' : 'plain'} />,
  },
  { id: 'number', header: 'Invoice number', isRowHeader: true, render: ({ number }) => <Code>{number}</Code> },
  { id: 'status', header: 'Status', render: ({ status, variant }) => <Badge variant={variant}>{status}</Badge> },
  {
    id: 'actions',
    header: 'Download',
    align: 'actions',
    render: ({ number, variant }) => (
      <>
        {variant === 'negative' && (
          <Button variant="primary" nameSuffix={`, invoice ${number}`}>
            Pay now
          </Button>
        )}{' '}
        <LinkButton href={`#${number}`} variant="quiet" opensInNewTab nameSuffix={`, invoice ${number}`}>
          PDF
        </LinkButton>
      </>
    ),
  },
];

const getRowId = ({ id }: Invoice) => id;

export const states = {
  invoices: () => (
    <DataTable id="invoices-ready" caption="Past invoices" isCaptionHidden columns={columns} rows={invoices} getRowId={getRowId} />
  ),
  'busy, previous rows kept': () => (
    <DataTable
      id="invoices-busy"
      caption="Showing 1 to 2 out of 12 invoices"
      columns={columns}
      rows={invoices.slice(0, 2)}
      getRowId={getRowId}
      isBusy
    />
  ),
  'right to left': () => (
    <div dir="rtl">
      <DataTable id="invoices-rtl" caption="חשבוניות" columns={columns} rows={invoices.slice(0, 1)} getRowId={getRowId} />
    </div>
  ),
};
