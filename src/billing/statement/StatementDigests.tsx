import type { Statement } from '#contract/types.ts';
import { monthTitle } from '#lib/statement/months.ts';
import { statementTexts as texts } from '#lib/texts/statement.ts';
import { Code } from '#ui/Code/Code.tsx';
import { Disclosure } from '#ui/Disclosure/Disclosure.tsx';
import { Money } from '#ui/Money/Money.tsx';
import { SectionSheet } from '#ui/SectionSheet/SectionSheet.tsx';
import { Table, TableCell, TableGroup, TableRow } from '#ui/Table/Table.tsx';
import { onDemand } from '#billing/shared/page/on-demand.tsx';
import { OpenPartButton } from '#billing/shared/page/OpenPartButton.tsx';
import styles from './Statement.module.css';

const verifyPart = onDemand(async () => (await import('./VerifyFile.tsx')).VerifyFile);

const columns = [
  { id: 'month', header: 'Month' },
  { id: 'owed', header: texts.owed, align: 'money' },
  { id: 'digest', header: 'Digest', align: 'detail' },
] as const;

export function StatementDigests({ slug, statement: { months, digest } }: { slug: string; statement: Statement }) {
  return (
    <SectionSheet id="digests" title={texts.digests}>
      <p>{texts.digestsAbout}</p>
      {months.length === 0 ? (
        <p>{texts.noMonths}</p>
      ) : (
        <Disclosure title={texts.digestsOfMonths}>
          <MonthTable months={months} />
        </Disclosure>
      )}
      <p>
        {`${texts.digestOfStatement}: `}
        <Code>{digest}</Code>
      </p>
      <div>
        <OpenPartButton title={texts.verify} part={verifyPart} props={{ slug }} />
      </div>
    </SectionSheet>
  );
}

const MonthTable = ({ months }: { months: Statement['months'] }) => (
  <div className={styles.digests}>
    <Table caption={texts.digestsOfMonths} isCaptionHidden columns={columns}>
      <TableGroup>
        {months.map(({ month, owed_cents: owed, digest }) => (
          <TableRow key={month} header={monthTitle(month)}>
            <TableCell align="money">
              <Money cents={owed} />
            </TableCell>
            <TableCell align="detail">
              <Code>{digest}</Code>
            </TableCell>
          </TableRow>
        ))}
      </TableGroup>
    </Table>
  </div>
);
