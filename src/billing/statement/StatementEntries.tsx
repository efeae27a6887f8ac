import type { Statement, StatementRow } from '#contract/types.ts';
import { isoDate } from '#lib/dates/format.ts';
import { monthName, rowsByMonth } from '#lib/statement/rows-by-month.ts';
import { statementTitle } from '#lib/statement/row-titles.ts';
import { rowAmounts } from '#lib/statement/statement-totals.ts';
import { fillText } from '#lib/texts/fill.ts';
import { statementTexts as texts } from '#lib/texts/statement.ts';
import { DateText } from '#ui/DateText/DateText.tsx';
import { EmptyState } from '#ui/EmptyState/EmptyState.tsx';
import { Money } from '#ui/Money/Money.tsx';
import { SectionSheet } from '#ui/SectionSheet/SectionSheet.tsx';
import { ScrollBox } from '#ui/Table/ScrollBox.tsx';
import { Table, TableCell, TableGroup, TableRow } from '#ui/Table/Table.tsx';
import { PageLink } from '#billing/shared/page/PageLink.tsx';
import { addressOfRow } from './statement-view.ts';

const columns = [
  { id: 'entry', header: 'Entry' },
  { id: 'date', header: 'Date' },
  { id: 'charged', header: texts.charged, align: 'money' },
  { id: 'credited', header: texts.credited, align: 'money' },
  { id: 'owed', header: texts.owed, align: 'money' },
] as const;

interface StatementEntriesProps {
  slug: string;
  statement: Statement;
}

/** Every entry with a link to its subject, by month, with the amount owed after each. */
export function StatementEntries({ slug, statement: { rows, opening, closing, from } }: StatementEntriesProps) {
  return (
    <SectionSheet id="entries" title={texts.entries} state={rows.length === 1 ? '1 entry' : `${rows.length} entries`}>
      {rows.length === 0 ? (
        <EmptyState>{texts.empty}</EmptyState>
      ) : (
        <ScrollBox>
          <Table caption={texts.entries} isCaptionHidden columns={columns} isScrolled>
            <TableGroup>
              <BalanceRow title={texts.opening} atSeconds={from} cents={opening.owed_cents} variant="subtotal" />
            </TableGroup>
            {rowsByMonth(rows).map((ofMonth) => (
              <Month key={isoDate(ofMonth[0].at)} rows={ofMonth} slug={slug} />
            ))}
            <TableGroup>
              <BalanceRow title={texts.closing} cents={closing.owed_cents} variant="total" />
            </TableGroup>
          </Table>
        </ScrollBox>
      )}
    </SectionSheet>
  );
}

function Month({ rows, slug }: { rows: readonly [StatementRow, ...StatementRow[]]; slug: string }) {
  const month = monthName(rows[0].at);
  return (
    <TableGroup>
      <TableRow header={month} variant="group">
        <TableCell />
        <TableCell align="money" />
        <TableCell align="money" />
        <TableCell align="money" />
      </TableRow>
      {rows.map((row) => (
        <EntryRow key={row.id} row={row} slug={slug} />
      ))}
      <BalanceRow title={fillText(texts.monthEnd, { month })} cents={rows.at(-1)?.owed_cents ?? 0} variant="subtotal" />
    </TableGroup>
  );
}

function EntryRow({ row, slug }: { row: StatementRow; slug: string }) {
  const { at, owed_cents: owed } = row;
  const { chargedCents, creditedCents } = rowAmounts(row);
  return (
    <TableRow header={<PageLink href={addressOfRow(slug, row)}>{statementTitle(row)}</PageLink>}>
      <TableCell>
        <DateText seconds={at} />
      </TableCell>
      <TableCell align="money">{chargedCents > 0 && <Money cents={chargedCents} />}</TableCell>
      <TableCell align="money">{creditedCents > 0 && <Money cents={creditedCents} />}</TableCell>
      <TableCell align="money">
        <Money cents={owed} />
      </TableCell>
    </TableRow>
  );
}

interface BalanceRowProps {
  title: string;
  atSeconds?: number;
  cents: number;
  variant: 'subtotal' | 'total';
}

function BalanceRow({ title, atSeconds, cents, variant }: BalanceRowProps) {
  return (
    <TableRow header={title} variant={variant}>
      <TableCell>{atSeconds !== undefined && <DateText seconds={atSeconds} />}</TableCell>
      <TableCell align="money" />
      <TableCell align="money" />
      <TableCell align="money">
        <Money cents={cents} />
      </TableCell>
    </TableRow>
  );
}
