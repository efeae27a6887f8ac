import type { CreditEntry } from '#contract/types.ts';
import { helpAddresses } from '#lib/addresses.ts';
import { DateText } from '#ui/DateText/DateText.tsx';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { Money } from '#ui/Money/Money.tsx';
import { TableCell, TableGroup, TableRow, TableSpan } from '#ui/Table/Table.tsx';
import { PageLink } from '#billing/shared/page/PageLink.tsx';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { useRead } from '#billing/shared/data/queries.ts';
import { failureOf } from '#billing/shared/data/section-state.ts';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { historyInput } from './use-history-pages.ts';

export interface HistoryPageProps {
  cursor: string | undefined;
  columns: number;
}

export function HistoryPage({ cursor, columns }: HistoryPageProps) {
  const page = useRead('listCreditHistory', historyInput(useSlug(), cursor));
  const failed = failureOf(page);
  return (
    <TableGroup>
      {page.isPending && !failed && (
        <TableSpan columns={columns}>
          <LoadingSheet lines={3} />
        </TableSpan>
      )}
      {failed && (
        <TableSpan columns={columns}>
          <ReadFailure subject="credit history" title="Failed to retrieve the credit history" failed={failed} />
        </TableSpan>
      )}
      {page.data?.entries.map((entry) => (
        <EntryRow key={entry.id} entry={entry} />
      ))}
      {page.data?.entries.length === 0 && cursor === undefined && (
        <TableSpan columns={columns}>No credits were added or used yet</TableSpan>
      )}
    </TableGroup>
  );
}

function EntryName({ description, invoice }: Pick<CreditEntry, 'description' | 'invoice'>) {
  const slug = useSlug();
  if (!invoice) return <span>{description}</span>;
  return (
    <>
      {`${description}, `}
      <PageLink isInText href={helpAddresses.invoice(slug, invoice.id)}>
        {invoice.number}
      </PageLink>
    </>
  );
}

function EntryRow({ entry: { description, invoice, at, amount, balance } }: { entry: CreditEntry }) {
  return (
    <TableRow header={<EntryName description={description} invoice={invoice} />}>
      <TableCell align="detail">
        <DateText seconds={at} />
      </TableCell>
      <TableCell align="money">
        <Money cents={amount} tone={amount > 0 ? 'credit' : 'plain'} />
      </TableCell>
      <TableCell align="money" label="Balance after">
        <Money cents={balance} tone={balance < 0 ? 'owed' : 'plain'} />
      </TableCell>
    </TableRow>
  );
}
