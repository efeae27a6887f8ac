import { useCallback, useEffect, useId, useState } from 'react';
import { discountName } from '#lib/charged-messages.ts';
import { roundedCentsFromDollars } from '#lib/money.ts';
import { Money } from '#ui/Money/Money.tsx';
import { TableCell, TableRow, TableSpan } from '#ui/Table/Table.tsx';
import { OnDemand, onDemand, prefetchWhenUsed } from '#billing/shared/page/on-demand.tsx';
import { Dollars } from './Dollars.tsx';
import { CheckNote } from './CheckNote.tsx';
import { costColumns } from './cost-columns.ts';
import { amountCents, type InvoiceLine } from './lines.ts';
import { OpenWorking } from './OpenWorking.tsx';
import { recomputeLine } from './recompute.ts';
import { discountSummary, workingSummary } from './working.ts';
import styles from './Lines.module.css';

/** The calculation of a line's amount is loaded on demand, because members open few lines. */
const workingPart = onDemand(async () => (await import('./LineWorking.tsx')).LineWorking);

export interface LineRowProps {
  line: InvoiceLine;
  isIndented?: boolean;
  /** True to show the discount as a separate row, as on an invoice. False to show it next to the amount before the discount. */
  isDiscountApart?: boolean | undefined;
}

export function LineRow({ line, isIndented = false, isDiscountApart = false }: LineRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  const panelId = useId();
  const recomputed = recomputeLine(line);
  useEffect(() => prefetchWhenUsed(workingPart), []);
  return (
    <>
      <TableRow header={line.isCarriedOver ? <CarriedName description={line.description} /> : line.description} isIndented={isIndented}>
        <TableCell align="detail">
          <OpenWorking
            summary={workingSummary(line, recomputed)}
            subject={line.description}
            isOpen={isOpen}
            onToggle={() => setIsOpen(!isOpen)}
            panelId={panelId}
          />
        </TableCell>
        <TableCell align="money">
          {isDiscountApart ? (
            <Dollars amount={line.amountBeforeDiscount} />
          ) : (
            <Dollars amount={line.amount} was={line.amountBeforeDiscount} layout={isIndented ? 'stacked' : undefined} />
          )}
        </TableCell>
      </TableRow>
      {recomputed?.agrees === false && !isOpen && (
        <TableSpan columns={costColumns.length}>
          <CheckNote line={line} recomputed={recomputed} />
        </TableSpan>
      )}
      {isOpen && (
        <TableSpan columns={costColumns.length} id={panelId}>
          <OnDemand part={workingPart} isWanted onFailed={close} props={{ line, recomputed }} />
        </TableSpan>
      )}
      {isDiscountApart && line.amount !== line.amountBeforeDiscount && (
        <TableRow header={discountName(line.description)} isIndented={isIndented}>
          <TableCell align="detail">{recomputed ? discountSummary(recomputed) : ''}</TableCell>
          <TableCell align="money">
            <Money cents={amountCents(line) - roundedCentsFromDollars(line.amountBeforeDiscount)} />
          </TableCell>
        </TableRow>
      )}
    </>
  );
}

/** Splits 'Egress, Nov 03 to Nov 23, before the change to Team' into a name and small print. */
function CarriedName({ description }: { description: string }) {
  const [, name = description, days, change] = /^(.+?), ([^,]+,) (before the change to .+)$/.exec(description) ?? [];
  return (
    <>
      {name}
      {days !== undefined && (
        <>
          <br />
          <span className={styles.when}>
            <span className={styles.days}>{days}</span> {change}
          </span>
        </>
      )}
    </>
  );
}
