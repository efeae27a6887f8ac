import { Button } from '#ui/Button/Button.tsx';
import { Table, TableGroup, TableSpan } from '#ui/Table/Table.tsx';
import { OnDemand, onDemand } from '#billing/shared/page/on-demand.tsx';
import { HistoryPage } from './HistoryPage.tsx';
import { useHistoryPages } from './use-history-pages.ts';

const columns = [
  { id: 'what', header: 'Entry' },
  { id: 'when', header: 'Date' },
  { id: 'amount', header: 'Amount', align: 'money' },
  { id: 'balance', header: 'Balance after', align: 'money' },
] as const;

const chart = onDemand(async () => (await import('./CreditChart.tsx')).CreditChart);
const ignoreFailure = (): void => undefined;

export function CreditHistory() {
  const { cursors, hasOlder, isLoading, failure, showOlder } = useHistoryPages();
  return (
    <>
      <OnDemand part={chart} isWanted isSilent onFailed={ignoreFailure} props={{ cursors }} />
      <Table caption="Credit history" isCaptionHidden columns={columns}>
        {cursors.map((cursor) => (
          <HistoryPage key={cursor ?? 'newest'} cursor={cursor} columns={columns.length} />
        ))}
        {(hasOlder || cursors.length > 1) && (
          <TableGroup>
            <TableSpan columns={columns.length}>
              {/* The button stays when all entries are shown, because it has the focus. */}
              <Button
                onPress={showOlder}
                isPending={isLoading}
                pendingMessage="Loading older entries"
                unavailableReason={hasOlder ? undefined : 'All entries are shown.'}
              >
                Show older entries
              </Button>
              {failure !== null && <p>{failure}</p>}
            </TableSpan>
          </TableGroup>
        )}
      </Table>
    </>
  );
}
