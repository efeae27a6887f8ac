import type { UseQueryResult } from '@tanstack/react-query';
import type { CallError } from '#lib/call-error.ts';
import { formatCents } from '#lib/money.ts';
import { Disclosure } from '#ui/Disclosure/Disclosure.tsx';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { Table, TableCell, TableGroup, TableRow } from '#ui/Table/Table.tsx';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { useRead } from '#billing/shared/data/queries.ts';
import { failureOf } from '#billing/shared/data/section-state.ts';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import styles from './Comparison.module.css';
import { causesWords, type Compared, differenceSentence, isChanged, quantityWords, signedCents } from './comparison-words.ts';

/** Why an invoice differs from the one before it. */
export function InvoiceComparison({ invoiceId }: { invoiceId: string }) {
  const query = useRead('compareInvoice', { params: { slug: useSlug(), invoice_id: invoiceId } });
  return <ComparisonResult query={query} subject="It comes" />;
}

/** Why the upcoming invoice, so far, differs from the last one. */
export function UpcomingComparison() {
  const query = useRead('compareUpcomingInvoice', { params: { slug: useSlug() } });
  return <ComparisonResult query={query} subject="So far, it comes" />;
}

interface ComparisonResultProps {
  query: UseQueryResult<Compared, CallError>;
  /** The beginning of the sentence. */
  subject: string;
}

function ComparisonResult({ query, subject }: ComparisonResultProps) {
  const failed = failureOf(query);
  if (failed) return <ReadFailure subject="comparison" title="Failed to compare the invoices" failed={failed} />;
  if (!query.data) return <LoadingSheet lines={3} />;
  const compared = query.data;
  const same = compared.lines.filter((line) => !isChanged(line));
  return (
    <div className={styles.root}>
      <p>{differenceSentence(compared, subject)}</p>
      {compared.previous && compared.lines.some(isChanged) && <ChangedLines compared={compared} previous={compared.previous} />}
      {same.length > 0 && (
        <Disclosure title={same.length === 1 ? '1 line costs the same' : `${same.length} lines cost the same`}>
          <ul role="list" className={styles.same}>
            {same.map(({ description, after_cents: cents }) => (
              <li key={description}>{`${description}: ${formatCents(cents)}`}</li>
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  );
}

const columns = [
  { id: 'line', header: 'Line' },
  { id: 'why', header: 'What changed', align: 'detail' },
  { id: 'before', header: 'Before', align: 'money' },
  { id: 'after', header: 'After', align: 'money' },
  { id: 'difference', header: 'Difference', align: 'money' },
] as const;

function ChangedLines({ compared, previous }: { compared: Compared; previous: NonNullable<Compared['previous']> }) {
  return (
    <Table caption={`What changed since invoice ${previous.number}`} columns={columns}>
      <TableGroup>
        {compared.lines.filter(isChanged).map((line) => (
          <TableRow key={line.description} header={line.description}>
            <TableCell align="detail">
              {[quantityWords(line), causesWords(line, previous.number)].filter((words) => words !== undefined && words !== '').join('. ')}
            </TableCell>
            <Amounts before={line.before_cents} after={line.after_cents} />
          </TableRow>
        ))}
      </TableGroup>
      <TableGroup>
        <TableRow header="Total" variant="total">
          <TableCell align="detail" />
          <Amounts before={previous.total_cents} after={compared.total_cents} />
        </TableRow>
      </TableGroup>
    </Table>
  );
}

function Amounts({ before, after }: { before: number; after: number }) {
  return (
    <>
      <TableCell align="money">{formatCents(before)}</TableCell>
      <TableCell align="money">{formatCents(after)}</TableCell>
      <TableCell align="money">{signedCents(after - before)}</TableCell>
    </>
  );
}
