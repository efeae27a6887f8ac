import { helpAddresses } from '#lib/addresses.ts';
import { TableCell, TableRow, TableSpan } from '#ui/Table/Table.tsx';
import { Dollars } from '#billing/shared/invoice-lines/Dollars.tsx';
import { PageLink } from '#billing/shared/page/PageLink.tsx';
import { costColumns } from '#billing/shared/invoice-lines/cost-columns.ts';
import { sizeAndHours } from './group-messages.ts';
import type { ProjectGroup } from './invoice-groups.ts';
import type { ProjectRow } from '#billing/shared/invoice-lines/merge-breakdowns.ts';
import { recomputeLine } from '#billing/shared/invoice-lines/recompute.ts';
import { workingSummary } from '#billing/shared/invoice-lines/working.ts';
import { ShowMore } from '#billing/shared/invoice-lines/ShowMore.tsx';
import { SumsOfLines } from './SumsOfLines.tsx';
import { projectsPerPage, useProjectRows } from '#billing/shared/invoice-lines/use-project-rows.ts';

export function GroupProjects({ group: { lines, credits, kind } }: { group: ProjectGroup }) {
  const projects = useProjectRows(lines);
  return (
    <>
      {projects.rows.map(({ line, entry }, index) => (
        <TableRow key={`${line.id} ${entry.ref || index}`} header={<ProjectName entry={entry} />} isIndented>
          <TableCell align="detail">{sizeAndHours(line, entry)}</TableCell>
          <TableCell align="money">
            <Dollars amount={entry.amount} />
          </TableCell>
        </TableRow>
      ))}
      {projects.total > projectsPerPage && (
        <TableSpan columns={costColumns.length}>
          <ShowMore projects={projects} subject={kind} />
        </TableSpan>
      )}
      {credits.map((line) => (
        <TableRow key={line.id} header={line.description} isIndented>
          <TableCell align="detail">{workingSummary(line, recomputeLine(line)) || 'applied once'}</TableCell>
          <TableCell align="money">
            <Dollars amount={line.amount} />
          </TableCell>
        </TableRow>
      ))}
      {/* The group's row already shows the amount of a single line. */}
      {projects.isDrawn &&
        lines.length + credits.length > 1 &&
        lines.some(({ derivation, entryCount }) => derivation !== null && entryCount > 1) && (
          <TableSpan columns={costColumns.length}>
            <SumsOfLines lines={lines} />
          </TableSpan>
        )}
    </>
  );
}

const ProjectName = ({ entry }: Pick<ProjectRow, 'entry'>) => (
  <bdi>{entry.ref === '' ? entry.name : <PageLink href={helpAddresses.project(entry.ref)}>{entry.name}</PageLink>}</bdi>
);
