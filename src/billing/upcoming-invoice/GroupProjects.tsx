import { docAddresses, helpAddresses } from '#lib/addresses.ts';
import { formatWholeDollars, roundedCentsFromDollars } from '#lib/money.ts';
import { fillText } from '#lib/texts/fill.ts';
import { upcomingInvoiceTexts as texts } from '#lib/texts/upcoming-invoice.ts';
import { TableCell, TableRow, TableSpan } from '#ui/Table/Table.tsx';
import { Money } from '#ui/Money/Money.tsx';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import { Toggletip } from '#ui/Toggletip/Toggletip.tsx';
import { Dollars } from '#billing/shared/invoice-lines/Dollars.tsx';
import { PageLink } from '#billing/shared/page/PageLink.tsx';
import { costColumns } from '#billing/shared/invoice-lines/cost-columns.ts';
import type { ProjectRow } from '#billing/shared/invoice-lines/merge-breakdowns.ts';
import { recomputeLine } from '#billing/shared/invoice-lines/recompute.ts';
import { workingSummary } from '#billing/shared/invoice-lines/working.ts';
import { ShowMore } from '#billing/shared/invoice-lines/ShowMore.tsx';
import { projectsPerPage, useProjectRows } from '#billing/shared/invoice-lines/use-project-rows.ts';
import { amountCents, type InvoiceLine } from '#billing/shared/invoice-lines/lines.ts';
import { sizeAndHours } from './group-messages.ts';
import type { ProjectGroup } from './invoice-groups.ts';
import styles from './UpcomingInvoice.module.css';

interface GroupProjectsProps {
  group: ProjectGroup;
  /** Minimum price of a further project, in dollars per month; undefined if the platform does not report it. */
  furtherPrice: number | undefined;
}

export function GroupProjects({ group: { lines, credits, kind }, furtherPrice }: GroupProjectsProps) {
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
          <TableCell align="detail">
            <span className={styles.remark}>
              {workingSummary(line, recomputeLine(line)) || 'applied once'}
              {kind === 'compute' && <AboutCredits furtherPrice={furtherPrice} />}
            </span>
          </TableCell>
          <TableCell align="money">
            <Dollars amount={line.amount} />
          </TableCell>
        </TableRow>
      ))}
      {/* A single line needs no sum here, because the group's row already shows the amount of the line. */}
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

function AboutCredits({ furtherPrice }: Pick<GroupProjectsProps, 'furtherPrice'>) {
  return (
    <>
      {' '}
      <Toggletip label="About Compute Credits">
        {furtherPrice !== undefined && (
          <span>{fillText(texts.firstProjectCovered, { price: formatWholeDollars(roundedCentsFromDollars(furtherPrice)) })}</span>
        )}{' '}
        <TextLink isInText href={docAddresses.computeCredits} opensInNewTab>
          How Compute Credits work
        </TextLink>
      </Toggletip>
    </>
  );
}

const ProjectName = ({ entry }: Pick<ProjectRow, 'entry'>) => (
  <bdi>{entry.ref === '' ? entry.name : <PageLink href={helpAddresses.project(entry.ref)}>{entry.name}</PageLink>}</bdi>
);

/** Shows the total of each line. A line is rounded once, so its total can differ from the sum of rounded project amounts. */
function SumsOfLines({ lines }: { lines: readonly InvoiceLine[] }) {
  const shared = lines
    .filter(({ entryCount }) => entryCount > 1)
    .map((line) => ({ line, recomputed: recomputeLine(line) }))
    .filter(({ recomputed }) => recomputed !== null);
  if (shared.length === 0) return null;
  return (
    <div className={styles.sumsOfLines}>
      {shared.map(({ line, recomputed }) => (
        <p key={line.id}>
          {`${line.description}: ${workingSummary(line, recomputed)} = `}
          <Money cents={amountCents(line)} />
        </p>
      ))}
    </div>
  );
}
