import type { UpcomingInvoice } from '#contract/types.ts';
import { Table, TableGroup } from '#ui/Table/Table.tsx';
import { groupLines } from './invoice-groups.ts';
import { LineRow } from '#billing/shared/lines/LineRow.tsx';
import type { InvoiceLine } from '#billing/shared/lines/lines.ts';
import { ProjectGroupRows } from './ProjectGroupRows.tsx';
import { Totals } from './Totals.tsx';
import { costColumns } from '#billing/shared/lines/cost-columns.ts';

/** The invoice so far, in the order of the specification. */
export function CostTable({ invoice, lines }: { invoice: UpcomingInvoice; lines: readonly InvoiceLine[] }) {
  const { plan, projectGroups, others } = groupLines(lines);
  return (
    <Table caption="Upcoming invoice, by item" isCaptionHidden columns={costColumns}>
      <TableGroup>
        {plan.map((line) => (
          <LineRow key={line.id} line={line} />
        ))}
      </TableGroup>
      {projectGroups.map((group) => (
        <ProjectGroupRows key={group.kind} group={group} />
      ))}
      <TableGroup>
        {others.map((line) => (
          <LineRow key={line.id} line={line} />
        ))}
      </TableGroup>
      <Totals invoice={invoice} lines={lines} />
    </Table>
  );
}
