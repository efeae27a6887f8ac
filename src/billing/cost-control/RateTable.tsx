import { Disclosure } from '#ui/Disclosure/Disclosure.tsx';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { Table, TableCell, TableGroup, TableRow } from '#ui/Table/Table.tsx';
import { useRead } from '#billing/shared/data/queries.ts';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { failureOf } from '#billing/shared/data/section-state.ts';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';

const columns = [
  { id: 'resource', header: 'Resource and unit' },
  { id: 'included', header: 'Included in Pro', align: 'detail' },
  { id: 'rate', header: 'Rate per unit, in US dollars', align: 'money' },
] as const;

export function RateTable() {
  const query = useRead('listPlans', { params: { slug: useSlug() } });
  const failed = failureOf(query);
  // A platform without price books sends no rates.
  if (query.data && !query.data.rates) return null;
  return (
    <Disclosure title="Rates after the quota" headingLevel={3}>
      {failed && <ReadFailure subject="rates" title="Failed to retrieve rates" failed={failed} />}
      {!failed && !query.data && <LoadingSheet lines={8} />}
      {query.data?.rates && (
        <>
          <p>Prices above the quota while the spend cap is off.</p>
          <Table caption="Rates" isCaptionHidden columns={columns}>
            <TableGroup>
              {query.data.rates.map(({ resource, included, rate }) => (
                <TableRow key={resource} header={resource}>
                  <TableCell align="detail" label="Included in Pro">
                    {included}
                  </TableCell>
                  <TableCell align="money">{rate}</TableCell>
                </TableRow>
              ))}
            </TableGroup>
          </Table>
        </>
      )}
    </Disclosure>
  );
}
