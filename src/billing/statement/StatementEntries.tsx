import type { ReactNode } from 'react';
import type { Statement, StatementRow } from '#contract/types.ts';
import { formatDate, isoDate } from '#lib/dates/format.ts';
import { monthName, monthTitle, rowsByMonth } from '#lib/statement/months.ts';
import { statementDetail, statementTitle } from '#lib/statement/row-titles.ts';
import { rowAmounts } from '#lib/statement/statement-totals.ts';
import { fillText } from '#lib/texts/fill.ts';
import { statementTexts as texts } from '#lib/texts/statement.ts';
import { DateText } from '#ui/DateText/DateText.tsx';
import { EmptyState } from '#ui/EmptyState/EmptyState.tsx';
import { Money } from '#ui/Money/Money.tsx';
import { SectionSheet } from '#ui/SectionSheet/SectionSheet.tsx';
import { Table, TableCell, TableGroup, TableRow } from '#ui/Table/Table.tsx';
import { PageLink } from '#billing/shared/page/PageLink.tsx';
import { addressOfRow } from './statement-view.ts';
import styles from './Statement.module.css';

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
  /** True if the billing page shows the credit balance. Entries that have no invoice then link to the balance. */
  hasCredits: boolean;
}

export function StatementEntries({ slug, statement, hasCredits }: StatementEntriesProps) {
  const { rows, opening, closing, from } = statement;
  return (
    <SectionSheet id="entries" title={texts.entries} state={rows.length === 1 ? '1 entry' : `${rows.length} entries`}>
      {rows.length === 0 ? (
        <EmptyState>{texts.empty}</EmptyState>
      ) : (
        <div className={styles.entries}>
          <Table caption={texts.entries} isCaptionHidden columns={columns}>
            <TableGroup>
              <BalanceRow title={texts.opening} atSeconds={from} cents={opening.owed_cents} variant="subtotal" />
            </TableGroup>
            {rowsByMonth(rows).map((ofMonth) => (
              <Month key={isoDate(ofMonth[0].at)} rows={ofMonth} title={balanceTitle(statement, ofMonth[0].at)}>
                {ofMonth.map((row) => (
                  <EntryRow key={row.id} row={row} address={addressOfRow(slug, row, hasCredits)} />
                ))}
              </Month>
            ))}
            <TableGroup>
              <BalanceRow title={texts.closing} cents={closing.owed_cents} variant="total" />
            </TableGroup>
          </Table>
        </div>
      )}
    </SectionSheet>
  );
}

/** Title of a balance at the end of a month. If the month is not over, the title names the last day of the period. */
function balanceTitle({ months, to }: Statement, seconds: number): string {
  const month = monthName(seconds);
  const isOver = months.some((ended) => monthTitle(ended.month) === month);
  return isOver ? fillText(texts.monthEnd, { month }) : fillText(texts.balanceOn, { date: formatDate(to - 1) });
}

interface MonthProps {
  rows: readonly [StatementRow, ...StatementRow[]];
  title: string;
  children: ReactNode;
}

function Month({ rows, title, children }: MonthProps) {
  return (
    <TableGroup>
      <TableRow header={monthName(rows[0].at)} variant="group">
        <TableCell />
        <TableCell align="money" />
        <TableCell align="money" />
        <TableCell align="money" />
      </TableRow>
      {children}
      <BalanceRow title={title} cents={rows.at(-1)?.owed_cents ?? 0} variant="subtotal" />
    </TableGroup>
  );
}

function EntryTitle({ row, address }: { row: StatementRow; address: string | null }) {
  const title = statementTitle(row);
  const detail = statementDetail(row);
  return (
    <>
      {address === null ? title : <PageLink href={address}>{title}</PageLink>}
      {detail !== null && <p className={styles.detail}>{detail}</p>}
    </>
  );
}

function EntryRow({ row, address }: { row: StatementRow; address: string | null }) {
  const { at, owed_cents: owed } = row;
  const { chargedCents, creditedCents } = rowAmounts(row);
  return (
    <TableRow header={<EntryTitle row={row} address={address} />}>
      <TableCell>
        <DateText seconds={at} />
      </TableCell>
      <TableCell align="money" label={texts.charged}>
        {chargedCents > 0 && <Money cents={chargedCents} />}
      </TableCell>
      <TableCell align="money" label={texts.credited}>
        {creditedCents > 0 && <Money cents={creditedCents} />}
      </TableCell>
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
