import { formatDollars } from '#lib/money.ts';
import { formatPricedQuantity } from '#lib/quantities.ts';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { SectionSheet } from '#ui/SectionSheet/SectionSheet.tsx';
import { Table, TableCell, TableGroup, TableRow } from '#ui/Table/Table.tsx';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { PageLink } from '#billing/shared/page/PageLink.tsx';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { useSearchPart } from '#billing/shared/page/use-panel.ts';
import { metricName } from './metric-names.ts';
import { carriedId, usageAddress, type EarlierCycle } from './usage-cycles.ts';
import { projectOf, useCycleUsage } from './use-usage.ts';

const columns = [
  { id: 'metric', header: 'Metric' },
  { id: 'used', header: 'Used', align: 'detail' },
  { id: 'cost', header: 'Cost', align: 'money' },
] as const;

export function CarriedUsage({ cycle, title }: { cycle: EarlierCycle; title: string }) {
  const slug = useSlug();
  const project = useSearchPart(projectOf);
  const usage = useCycleUsage(cycle.interval);
  const used = usage.kind === 'ready' ? usage.data.usages.filter((record) => record.usage > 0) : [];
  return (
    <SectionSheet id={carriedId(cycle)} title={title} state="On your next invoice" isBusy={usage.kind === 'loading'}>
      {usage.kind === 'loading' && <LoadingSheet lines={6} />}
      {usage.kind === 'failed' && <ReadFailure subject="usage before the change" title="Failed to retrieve usage" failed={usage} />}
      {usage.kind === 'ready' && used.length === 0 && <p>Nothing was used.</p>}
      {used.length > 0 && (
        <Table caption="Usage before the change" isCaptionHidden columns={columns}>
          <TableGroup>
            {used.map(({ metric, usage: quantity, cost }) => (
              <TableRow key={metric} header={metricName(metric)}>
                <TableCell align="detail">{formatPricedQuantity(metric, quantity)}</TableCell>
                <TableCell align="money">{cost === undefined ? '' : formatDollars(cost)}</TableCell>
              </TableRow>
            ))}
          </TableGroup>
        </Table>
      )}
      <p>
        <PageLink href={usageAddress(slug, { project, cycle: cycle.interval })} nameSuffix={`, ${cycle.name}`}>
          Usage in detail
        </PageLink>
      </p>
    </SectionSheet>
  );
}
