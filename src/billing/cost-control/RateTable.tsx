import { Disclosure } from '#ui/Disclosure/Disclosure.tsx';
import { Table, TableCell, TableGroup, TableRow } from '#ui/Table/Table.tsx';

/** The overage rate of a resource on the Pro plan. */
interface Rate {
  /** The resource and the unit that the rate is for. */
  readonly resource: string;
  readonly included: string;
  /** Dollars per unit. */
  readonly rate: string;
}

/** Rates after the quota, in the order of the plan's own list. */
const ratesAfterQuota: readonly Rate[] = [
  { resource: 'Disk size, per GB', included: '8 GB per project', rate: '$0.125' },
  { resource: 'Branching, per hour', included: 'None', rate: '$0.01344' },
  { resource: 'Egress, per GB', included: '250 GB', rate: '$0.09' },
  { resource: 'Cached egress, per GB', included: '250 GB', rate: '$0.03' },
  { resource: 'Monthly active users, per user', included: '100,000 users', rate: '$0.00325' },
  { resource: 'Third-party monthly active users, per user', included: '100,000 users', rate: '$0.00325' },
  { resource: 'SSO monthly active users, per user', included: '50 users', rate: '$0.015' },
  { resource: 'Storage size, per GB', included: '100 GB', rate: '$0.021' },
  { resource: 'Storage image transformations, per 1,000', included: '100', rate: '$5.00' },
  { resource: 'Realtime peak connections, per 1,000', included: '500', rate: '$10.00' },
  { resource: 'Realtime messages, per million', included: '5 million', rate: '$2.50' },
  { resource: 'Function invocations, per million', included: '2 million', rate: '$2.00' },
];

const columns = [
  { id: 'resource', header: 'Resource and unit' },
  { id: 'included', header: 'Included in Pro', align: 'detail' },
  { id: 'rate', header: 'Rate per unit, in US dollars', align: 'money' },
] as const;

/** The overage rate of each resource, collapsed by default. */
export function RateTable() {
  return (
    <Disclosure title="Rates after the quota" headingLevel={3}>
      <Table caption="What each resource costs above its quota while the spend cap is off" columns={columns}>
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
