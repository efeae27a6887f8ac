import { useState } from 'react';
import { upcomingInvoiceTexts as texts } from '#lib/texts/upcoming-invoice.ts';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { Money } from '#ui/Money/Money.tsx';
import { Table, TableCell, TableGroup, TableRow, TableSpan } from '#ui/Table/Table.tsx';
import { announce } from '#ui/Announcer/announce.ts';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { costColumns } from '#billing/shared/invoice-lines/cost-columns.ts';
import { ShowMore } from '#billing/shared/invoice-lines/ShowMore.tsx';
import { projectsPerPage, shownRowsText } from '#billing/shared/invoice-lines/use-project-rows.ts';
import { useRead } from '#billing/shared/data/queries.ts';
import { sectionState, type SectionState } from '#billing/shared/data/section-state.ts';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { readLines, type InvoiceLine } from '#billing/shared/invoice-lines/lines.ts';
import { upcomingInvoiceInput, useUpcomingInvoice } from '#billing/shared/data/use-upcoming-invoice.ts';
import { costsByProject, type CostsByProject } from './costs-by-project.ts';
import { ProjectCostRow } from './ProjectCostRow.tsx';

const columns = [{ id: 'project', header: 'Project' }, ...costColumns.slice(1)];

/** Returns all lines of the invoice. Reads the invoice again only if the first response was truncated. */
function useAllLines(): SectionState<readonly InvoiceLine[]> {
  const slug = useSlug();
  const cut = useUpcomingInvoice();
  const lines = cut.kind === 'ready' ? readLines(cut.data.lines) : [];
  const isCut = lines.some(({ cursor }) => cursor !== null);
  const whole = sectionState(useRead('getUpcomingInvoice', upcomingInvoiceInput(slug, false), isCut), true);
  if (cut.kind !== 'ready') return cut;
  if (!isCut) return { kind: 'ready', data: lines };
  return whole.kind === 'ready' ? { kind: 'ready', data: readLines(whole.data.lines) } : whole;
}

export function ProjectTable() {
  const state = useAllLines();
  if (state.kind === 'failed') return <ReadFailure subject="costs by project" title={texts.failed} failed={state} />;
  if (state.kind !== 'ready') return <LoadingSheet lines={8} />;
  return <Projects costs={costsByProject(state.data)} />;
}

function Projects({ costs: { projects, organization, totalCents } }: { costs: CostsByProject }) {
  const [shown, setShown] = useState(projectsPerPage);
  const rows = projects.slice(0, shown);
  const showMore = () => {
    const next = Math.min(shown + projectsPerPage, projects.length);
    setShown(next);
    announce(shownRowsText(next, projects.length));
  };
  return (
    <Table caption="Upcoming invoice, by project" isCaptionHidden columns={columns}>
      <TableGroup>
        {rows.map((project) => (
          <ProjectCostRow key={project.ref} project={project} />
        ))}
        {projects.length > projectsPerPage && (
          <TableSpan columns={columns.length}>
            <ShowMore projects={{ rows, total: projects.length, isLoading: false, failure: null, showMore }} subject="costs by project" />
          </TableSpan>
        )}
      </TableGroup>
      {organization.length > 0 && (
        <TableGroup>
          <TableRow header="Organization-wide" variant="group">
            <TableCell align="detail" />
            <TableCell align="money" />
          </TableRow>
          {organization.map(({ id, description, cents }) => (
            <TableRow key={id} header={description} isIndented>
              <TableCell align="detail" />
              <TableCell align="money">
                <Money cents={cents} />
              </TableCell>
            </TableRow>
          ))}
        </TableGroup>
      )}
      <TableGroup>
        <TableRow header="Current Costs" variant="total">
          <TableCell align="detail">The same sum as by item.</TableCell>
          <TableCell align="money">
            <Money cents={totalCents} />
          </TableCell>
        </TableRow>
      </TableGroup>
    </Table>
  );
}
