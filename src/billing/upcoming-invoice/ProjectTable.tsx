import { useState } from 'react';
import { upcomingInvoiceTexts as texts } from '#lib/texts/upcoming-invoice.ts';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { Money } from '#ui/Money/Money.tsx';
import { Table, TableCell, TableGroup, TableRow, TableSpan } from '#ui/Table/Table.tsx';
import { announce } from '#ui/Announcer/announce.ts';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { costColumns } from '#billing/shared/invoice-lines/cost-columns.ts';
import { costsByProject, type CostsByProject } from './costs-by-project.ts';
import { ProjectCostRow } from './ProjectCostRow.tsx';
import { ShowMore } from '#billing/shared/invoice-lines/ShowMore.tsx';
import { useAllLines } from './use-all-lines.ts';
import { projectsPerPage, shownRowsText } from '#billing/shared/invoice-lines/use-project-rows.ts';

const columns = [{ id: 'project', header: 'Project' }, ...costColumns.slice(1)];

/** The same costs by project, highest first, followed by costs without a project. */
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
