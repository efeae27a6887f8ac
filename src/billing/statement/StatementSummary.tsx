import type { Statement } from '#contract/types.ts';
import { formatCents } from '#lib/money.ts';
import { balanceWords } from '#lib/statement/statement-totals.ts';
import { statementTotalNames, statementTexts as texts } from '#lib/texts/statement.ts';
import { SectionSheet } from '#ui/SectionSheet/SectionSheet.tsx';
import { MoneyRow, MoneyTable } from '#billing/shared/invoice-lines/MoneyTable.tsx';

const totalNames = Object.entries(statementTotalNames) as [keyof Statement['totals'], string][];

export function StatementSummary({ statement: { opening, closing, totals } }: { statement: Statement }) {
  const parts = balanceWords(closing);
  return (
    <SectionSheet id="summary" title={texts.summary} state={stateLine(closing)}>
      <p>{texts.negative}</p>
      <MoneyTable caption={`${texts.owed}, in US dollars`}>
        <MoneyRow title={texts.opening} cents={opening.owed_cents} />
        {totalNames
          .filter(([total]) => totals[total] !== 0)
          .map(([total, name]) => (
            <MoneyRow key={total} title={name} cents={totals[total]} />
          ))}
        <MoneyRow title={texts.closing} cents={closing.owed_cents} isTotal />
      </MoneyTable>
      {parts !== null && <p>{`${texts.closingParts}: ${parts}`}</p>}
    </SectionSheet>
  );
}

const stateLine = ({ owed_cents: owed }: Statement['closing']): string =>
  owed < 0 ? `${texts.inCredit}: ${formatCents(-owed)}` : `${texts.owed}: ${formatCents(owed)}`;
