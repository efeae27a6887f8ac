import { useId, useState } from 'react';
import { sumCents } from '#lib/money.ts';
import { Money } from '#ui/Money/Money.tsx';
import { TableCell, TableGroup, TableRow } from '#ui/Table/Table.tsx';
import { LineRow } from '#billing/shared/invoice-lines/LineRow.tsx';
import { amountCents, type InvoiceLine } from '#billing/shared/invoice-lines/lines.ts';
import { OpenWorking } from '#billing/shared/invoice-lines/OpenWorking.tsx';
import { recomputeLine } from '#billing/shared/invoice-lines/recompute.ts';

const largestShown = 3;
const fewestFolded = 4;

/** Splits the lines: `shown` has the largest lines, discounted lines, and lines whose recomputed values differ from the invoice. */
function splitLines(lines: readonly InvoiceLine[]): { shown: readonly InvoiceLine[]; folded: readonly InvoiceLine[] } {
  const largest = new Set(lines.toSorted((a, b) => amountCents(b) - amountCents(a)).slice(0, largestShown));
  const isShown = (line: InvoiceLine): boolean =>
    largest.has(line) || line.amount !== line.amountBeforeDiscount || recomputeLine(line)?.agrees === false;
  const folded = lines.filter((line) => !isShown(line));
  return folded.length < fewestFolded ? { shown: lines, folded: [] } : { shown: lines.filter(isShown), folded };
}

export function OtherLines({ lines }: { lines: readonly InvoiceLine[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  const { shown, folded } = splitLines(lines);
  if (lines.length === 0) return null;
  return (
    <>
      <TableGroup>
        {shown.map((line) => (
          <LineRow key={line.id} line={line} />
        ))}
      </TableGroup>
      {folded.length > 0 && (
        <>
          <TableGroup>
            <TableRow header={`${folded.length} more lines`} variant="group">
              <TableCell align="detail">
                <OpenWorking
                  summary={`${folded
                    .slice(0, 2)
                    .map(({ description }) => description)
                    .join(', ')} and others`}
                  subject="more lines"
                  isOpen={isOpen}
                  onToggle={() => setIsOpen(!isOpen)}
                  panelId={panelId}
                />
              </TableCell>
              <TableCell align="money">
                <Money cents={sumCents(folded.map(amountCents))} />
              </TableCell>
            </TableRow>
          </TableGroup>
          <TableGroup id={panelId} isFolded={!isOpen}>
            {folded.map((line) => (
              <LineRow key={line.id} line={line} isIndented />
            ))}
          </TableGroup>
        </>
      )}
    </>
  );
}
