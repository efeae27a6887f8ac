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
import { changeWords, type ComparisonResponse, differenceSentence, isChanged, signedCents } from './comparison-messages.ts';

export function InvoiceComparison({ invoiceId }: { invoiceId: string }) {
  const query = useRead('compareInvoice', { params: { slug: useSlug(), invoice_id: invoiceId } });
  return <ComparisonResult query={query} isSoFar={false} note="" />;
}

export function UpcomingComparison() {
  const query = useRead('compareUpcomingInvoice', { params: { slug: useSlug() } });
  return <ComparisonResult query={query} isSoFar note=" Usage until the end of the cycle will be added." />;
}

interface ComparisonResultProps {
  query: UseQueryResult<ComparisonResponse, CallError>;
  isSoFar: boolean;
  note: string;
}

function ComparisonResult({ query, isSoFar, note }: ComparisonResultProps) {
  const failed = failureOf(query);
  if (failed) return <ReadFailure subject="comparison" title="Failed to compare the invoices" failed={failed} />;
  if (!query.data) return <LoadingSheet lines={3} />;
  const compared = query.data;
  const same = compared.lines.filter((line) => !isChanged(line));
  return (
    <div className={styles.root}>
      <p>{`${differenceSentence(compared, isSoFar)}${compared.previous ? note : ''}`}</p>
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
  { id: 'change', header: 'What changed', align: 'detail' },
  { id: 'difference', header: 'Difference', align: 'money' },
] as const;

const fromTo = (before: number, after: number): string => `${formatCents(before)} to ${formatCents(after)}`;

function ChangedLines({ compared, previous }: { compared: ComparisonResponse; previous: NonNullable<ComparisonResponse['previous']> }) {
  return (
    <Table caption={`What changed since invoice ${previous.number}`} columns={columns}>
      <TableGroup>
        {compared.lines.filter(isChanged).map((line) => (
          <TableRow key={line.description} header={line.description}>
            <TableCell align="detail">
              <p>{changeWords(line, previous.number)}</p>
              <p>{fromTo(line.before_cents, line.after_cents)}</p>
            </TableCell>
            <TableCell align="money">{signedCents(line.after_cents - line.before_cents)}</TableCell>
          </TableRow>
        ))}
      </TableGroup>
      <TableGroup>
        <TableRow header="Total" variant="total">
          <TableCell align="detail">{fromTo(previous.total_cents, compared.total_cents)}</TableCell>
          <TableCell align="money">{signedCents(compared.difference_cents)}</TableCell>
        </TableRow>
      </TableGroup>
    </Table>
  );
}
