import { useState } from 'react';
import { Table } from '#ui/Table/Table.tsx';
import { HistoryPage } from './HistoryPage.tsx';

const columns = [
  { id: 'what', header: 'Entry' },
  { id: 'when', header: 'Date' },
  { id: 'amount', header: 'Amount', align: 'money' },
  { id: 'balance', header: 'Balance after', align: 'money' },
] as const;

/** Every credit, use and correction as the books have it, newest first, with the balance after each. */
export function CreditHistory() {
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined]);
  return (
    <Table caption="Credit history" isCaptionHidden columns={columns} whenNarrow="scroll">
      {cursors.map((cursor, index) => (
        <HistoryPage
          key={cursor ?? 'newest'}
          cursor={cursor}
          columns={columns.length}
          isLast={index === cursors.length - 1}
          onOlder={(next) => setCursors((before) => (before.includes(next) ? before : [...before, next]))}
        />
      ))}
    </Table>
  );
}
