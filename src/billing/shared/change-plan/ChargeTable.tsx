import { formatCents } from '#lib/money.ts';
import { Money } from '#ui/Money/Money.tsx';
import { Table, TableCell, TableGroup, TableRow } from '#ui/Table/Table.tsx';
import type { ChargeSummary, InvoicedOn, SummaryLine } from './charge-summary.ts';
import styles from './ChangePlan.module.css';

export interface ChargeTableProps {
  summary: ChargeSummary;
  /** Names of the new plan and of the one that is left. */
  plan: string;
  currentPlan: string;
}

const columns = [
  { id: 'item', header: 'Item' },
  { id: 'amount', header: 'Amount', align: 'money' },
] as const;

/** What is charged today, line by line, with the usage so far apart from it. */
export function ChargeTable({ summary, plan, currentPlan }: ChargeTableProps) {
  const { lines, totalCents, creditBackCents, isEstimate, usageSoFar } = summary;
  return (
    <div className={styles.block}>
      <Table caption={isEstimate ? 'Charge today, estimated' : 'Charge today'} columns={columns}>
        <TableGroup>
          {lines.map(({ id, cents }) => (
            <TableRow key={id} header={lineName(id, plan, currentPlan)}>
              <TableCell align="money">
                <Money cents={cents} />
              </TableCell>
            </TableRow>
          ))}
          <TableRow header="Charge today" variant="total">
            <TableCell align="money">
              <Money cents={totalCents} />
            </TableCell>
          </TableRow>
        </TableGroup>
      </Table>
      {creditBackCents > 0 && (
        <p>{`The rest of the unused time, ${formatCents(creditBackCents)}, is added to your credits. It pays your next invoices.`}</p>
      )}
      {usageSoFar && <p className={styles.small}>{usageWords(usageSoFar)}</p>}
    </div>
  );
}

function lineName(id: SummaryLine['id'], plan: string, currentPlan: string): string {
  const names: Record<SummaryLine['id'], string> = {
    plan: `${plan} Plan, one month from today`,
    unused: `Unused time on the ${currentPlan} Plan`,
    credits: 'Credits used',
    debt: 'Outstanding balance',
    tax: 'Tax',
  };
  return names[id];
}

const places: Record<InvoicedOn, string> = {
  next_invoice: 'is billed once, on your next invoice, at the rates of the plan it was used under',
  final_invoice: 'is billed once, on a final invoice today',
  invoice_now: 'is invoiced now',
};

function usageWords({ cents, invoicedOn, dueCents }: NonNullable<ChargeSummary['usageSoFar']>): string {
  const words = `Usage so far: ${formatCents(cents)}. It is not part of the charge of today: it ${places[invoicedOn]}`;
  return dueCents === null ? `${words}.` : `${words}, of which ${formatCents(dueCents)} is to be paid after credits.`;
}
