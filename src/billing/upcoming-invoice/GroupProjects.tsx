import { addresses } from '#lib/addresses.ts';
import { formatUnitPrice } from '#lib/money.ts';
import { formatNumber } from '#lib/number-text.ts';
import { TableCell, TableRow, TableSpan } from '#ui/Table/Table.tsx';
import { Dollars } from '#billing/shared/Dollars.tsx';
import { PageLink } from '#billing/shared/PageLink.tsx';
import { costColumns } from '#billing/shared/lines/cost-columns.ts';
import { hoursOf, sizeAndHours } from './group-words.ts';
import type { ProjectGroup } from './invoice-groups.ts';
import type { ProjectRow } from '#billing/shared/lines/merge-breakdowns.ts';
import { recompute } from '#billing/shared/lines/recompute.ts';
import { workingSummary } from '#billing/shared/lines/working.ts';
import { ShowMore } from '#billing/shared/lines/ShowMore.tsx';
import { SumsOfLines } from './SumsOfLines.tsx';
import { projectsPerPage, useProjectRows } from '#billing/shared/lines/use-project-rows.ts';

/** The projects of a group by cost, the credits last, then the arithmetic of each of its lines. */
export function GroupProjects({ group: { lines, credits, kind } }: { group: ProjectGroup }) {
  const projects = useProjectRows(lines);
  return (
    <>
      {projects.rows.map(({ line, entry }, index) => (
        <TableRow key={`${line.id} ${entry.ref || index}`} header={<ProjectName line={line} entry={entry} />} isIndented>
          <TableCell align="detail">{hoursTimesPrice({ line, entry })}</TableCell>
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
          <TableCell align="detail">{workingSummary(line, recompute(line)) || 'applied once'}</TableCell>
          <TableCell align="money">
            <Dollars amount={line.amount} />
          </TableCell>
        </TableRow>
      ))}
      {projects.isDrawn && lines.some(({ derivation }) => derivation !== null) && (
        <TableSpan columns={costColumns.length}>
          <SumsOfLines lines={lines} />
        </TableSpan>
      )}
    </>
  );
}

function ProjectName({ line, entry }: ProjectRow) {
  return (
    <>
      <bdi>{entry.ref === '' ? entry.name : <PageLink href={addresses.project(entry.ref)}>{entry.name}</PageLink>}</bdi>{' '}
      {sizeAndHours(line, entry)}
    </>
  );
}

/** '456 h × $0.0206', where the price of an hour is known. */
function hoursTimesPrice({ line, entry }: ProjectRow): string {
  const step = recompute(line)?.derivation.steps[0];
  if (!step) return line.unitPriceText ?? '';
  return `${formatNumber(hoursOf(entry))} h \u00d7 ${formatUnitPrice(step.priceMicrocents)}`;
}
