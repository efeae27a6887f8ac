import type { Statement } from '#contract/types.ts';
import { formatCents } from '#lib/money.ts';
import { balanceParts } from '#lib/statement/balance-parts.ts';
import { statementGroupNames, statementTexts as texts } from '#lib/texts/statement.ts';
import { SectionSheet } from '#ui/SectionSheet/SectionSheet.tsx';
import { MoneyRow, MoneyTable } from '#billing/shared/invoice-lines/MoneyTable.tsx';

const groups = Object.entries(statementGroupNames) as [keyof Statement['totals'], string][];

/** Opening balance, the sum of each group of entries, and the closing balance with its parts. */
export function StatementSummary({ statement: { opening, closing, totals } }: { statement: Statement }) {
  const parts = balanceParts(closing);
  return (
    <SectionSheet id="summary" title={texts.summary} state={stateLine(closing)}>
      <MoneyTable caption={`${texts.owed}, in US dollars. A negative amount is in your favor.`}>
        <MoneyRow title={texts.opening} cents={opening.owed_cents} />
        {groups
          .filter(([group]) => totals[group] !== 0)
          .map(([group, name]) => (
            <MoneyRow key={group} title={name} cents={totals[group]} />
          ))}
        <MoneyRow title={texts.closing} cents={closing.owed_cents} isTotal />
      </MoneyTable>
      {parts.length > 1 && (
        <p>{`${texts.closing}: ${parts.map(({ name, cents }) => `${name} ${formatCents(cents)}`).join(', ')}`}</p>
      )}
    </SectionSheet>
  );
}

const stateLine = ({ owed_cents: owed }: Statement['closing']): string =>
  owed < 0 ? `${texts.inCredit}: ${formatCents(-owed)}` : `${texts.owed}: ${formatCents(owed)}`;
