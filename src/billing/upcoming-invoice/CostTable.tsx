import type { UpcomingInvoice } from '#contract/types.ts';
import { Table, TableGroup } from '#ui/Table/Table.tsx';
import { CarriedLines } from '#billing/shared/invoice-lines/CarriedLines.tsx';
import { groupLines } from './invoice-groups.ts';
import { LineRow } from '#billing/shared/invoice-lines/LineRow.tsx';
import type { InvoiceLine } from '#billing/shared/invoice-lines/lines.ts';
import { OtherLines } from './OtherLines.tsx';
import { ProjectGroupRows } from './ProjectGroupRows.tsx';
import { Totals } from './Totals.tsx';
import { costColumns } from '#billing/shared/invoice-lines/cost-columns.ts';

export function CostTable({ invoice, lines }: { invoice: UpcomingInvoice; lines: readonly InvoiceLine[] }) {
  const { plan, projectGroups, others, carried } = groupLines(lines);
  return (
    <Table caption="Upcoming invoice, by item" isCaptionHidden columns={costColumns}>
      <Lines lines={plan} />
      {projectGroups.map((group) => (
        <ProjectGroupRows key={group.kind} group={group} furtherPrice={invoice.further_project_price} />
      ))}
      <OtherLines lines={others} />
      <CarriedLines groups={carried} />
      <Totals invoice={invoice} lines={lines} />
    </Table>
  );
}

/** Renders nothing without lines, because a screen reader would announce an empty row group. */
function Lines({ lines }: { lines: readonly InvoiceLine[] }) {
  if (lines.length === 0) return null;
  return (
    <TableGroup>
      {lines.map((line) => (
        <LineRow key={line.id} line={line} />
      ))}
    </TableGroup>
  );
}
