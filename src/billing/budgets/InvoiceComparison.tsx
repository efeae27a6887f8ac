import type { CallResponse } from '#contract/types.ts';
import { formatCents } from '#lib/money.ts';
import { Disclosure } from '#ui/Disclosure/Disclosure.tsx';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { Table, TableCell, TableGroup, TableRow } from '#ui/Table/Table.tsx';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { useRead } from '#billing/shared/data/queries.ts';
import { failureOf } from '#billing/shared/data/section-state.ts';
import { useCapabilities, useSlug } from '#billing/shared/data/use-billing-data.ts';
import styles from './Budgets.module.css';

type Compared = CallResponse<'compareInvoice'>;
type Part = keyof Compared['parts'];

/** What each part of a difference is called, in the order of the table. */
const partNames: Readonly<Record<Part, string>> = {
  quantity: 'Quantity',
  projects: 'Projects and add-ons',
  quota: 'Quota',
  proration: 'Proration',
  price: 'Price',
  discount: 'Discount',
  credits: 'Credits',
};

const parts = Object.keys(partNames) as Part[];

const columns = [
  { id: 'line', header: 'Line' },
  { id: 'before', header: 'Before', align: 'money' },
  { id: 'after', header: 'After', align: 'money' },
  ...parts.map((part) => ({ id: part, header: partNames[part], align: 'money' as const })),
] as const;

/** 'Egress costs $4.50 more.' */
const lineWords = ({ description, before_cents: before, after_cents: after }: Compared['lines'][number]): string =>
  before === after
    ? `${description} costs the same.`
    : `${description} costs ${formatCents(Math.abs(after - before))} ${after > before ? 'more' : 'less'}.`;

const mostSentences = 3;

/** Sentences that say why an invoice differs from the one before it. */
export function comparisonSentences({ previous, difference_cents: difference, lines }: Compared): string[] {
  if (!previous) return ['This is the first invoice.'];
  if (difference === 0) return [`It comes to the same as invoice ${previous.number}.`];
  const direction = difference > 0 ? 'more' : 'less';
  const changed = lines.filter(({ before_cents: before, after_cents: after }) => before !== after).slice(0, mostSentences);
  return [`It comes to ${formatCents(Math.abs(difference))} ${direction} than invoice ${previous.number}.`, ...changed.map(lineWords)];
}

/** Why an invoice differs from the one before it: looked up when it is asked for. */
export function InvoiceComparison({ invoiceId }: { invoiceId: string }) {
  const isServed = useCapabilities()?.includes('budgets') === true;
  if (!isServed) return null;
  return (
    <div data-print="never">
      <Disclosure title="Compare with the invoice before">
        <Comparison invoiceId={invoiceId} />
      </Disclosure>
    </div>
  );
}

function Comparison({ invoiceId }: { invoiceId: string }) {
  const query = useRead('compareInvoice', { params: { slug: useSlug(), invoice_id: invoiceId } });
  const failed = failureOf(query);
  if (failed) return <ReadFailure subject="comparison" title="Failed to compare the invoices" failed={failed} />;
  if (!query.data) return <LoadingSheet lines={3} />;
  const { previous, lines, parts: sums } = query.data;
  return (
    <div className={styles.root}>
      <ul role="list" className={styles.sentences}>
        {comparisonSentences(query.data).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {previous && (
        <Table caption={`What changed since invoice ${previous.number}`} columns={columns} whenNarrow="scroll">
          <TableGroup>
            {lines.map(({ description, before_cents: before, after_cents: after, parts: own }) => (
              <TableRow key={description} header={description}>
                <TableCell align="money">{formatCents(before)}</TableCell>
                <TableCell align="money">{formatCents(after)}</TableCell>
                {parts.map((part) => (
                  <TableCell key={part} align="money">
                    {formatCents(own[part])}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableGroup>
          <TableGroup>
            <TableRow header="Together" variant="total">
              <TableCell align="money">{formatCents(previous.total_cents)}</TableCell>
              <TableCell align="money">{formatCents(query.data.total_cents)}</TableCell>
              {parts.map((part) => (
                <TableCell key={part} align="money">
                  {formatCents(sums[part])}
                </TableCell>
              ))}
            </TableRow>
          </TableGroup>
        </Table>
      )}
    </div>
  );
}
