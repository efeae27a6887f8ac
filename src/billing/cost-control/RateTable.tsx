import { Disclosure } from '#ui/Disclosure/Disclosure.tsx';
import { Table, TableCell, TableGroup, TableRow } from '#ui/Table/Table.tsx';
import { ratesAfterQuota } from './rates.ts';

const columns = [
  { id: 'resource', header: 'Resource and unit' },
  { id: 'included', header: 'Included in Pro', align: 'detail' },
  { id: 'rate', header: 'Rate per unit, in US dollars', align: 'money' },
] as const;

/** What each resource costs past its quota, to be opened by who wants to know. */
export function RateTable() {
  return (
    <Disclosure title="Rates after the quota" headingLevel={3}>
      <Table caption="What each resource costs past its quota while the spend cap is off" columns={columns}>
        <TableGroup>
          {ratesAfterQuota.map(({ resource, included, rate }) => (
            <TableRow key={resource} header={resource}>
              <TableCell align="detail" label="Included in Pro">
                {included}
              </TableCell>
              <TableCell align="money">{rate}</TableCell>
            </TableRow>
          ))}
        </TableGroup>
      </Table>
    </Disclosure>
  );
}
