import { useId, useState } from 'react';
import { TableCell, TableRow, TableSpan } from '#ui/Table/Table.tsx';
import { Dollars } from './Dollars.tsx';
import { CheckNote } from './CheckNote.tsx';
import { costColumns } from './cost-columns.ts';
import type { InvoiceLine } from './lines.ts';
import { LineWorking } from './LineWorking.tsx';
import { OpenWorking } from './OpenWorking.tsx';
import { recomputeLine } from './recompute.ts';
import { workingSummary } from './working.ts';

/** One line: its arithmetic in short, its amount, and its working when opened. */
export function LineRow({ line }: { line: InvoiceLine }) {
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  const recomputed = recomputeLine(line);
  return (
    <>
      <TableRow header={line.description}>
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
          <Dollars amount={line.amount} was={line.amountBeforeDiscount} />
        </TableCell>
      </TableRow>
      {recomputed?.agrees === false && !isOpen && (
        <TableSpan columns={costColumns.length}>
          <CheckNote line={line} recomputed={recomputed} />
        </TableSpan>
      )}
      {isOpen && (
        <TableSpan columns={costColumns.length} id={panelId}>
          <LineWorking line={line} recomputed={recomputed} />
        </TableSpan>
      )}
    </>
  );
}
