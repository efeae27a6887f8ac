import type { ReactNode } from 'react';
import { Money } from '#ui/Money/Money.tsx';
import { Table, TableCell, TableGroup, TableRow } from '#ui/Table/Table.tsx';

const columns = [
  { id: 'item', header: 'Item' },
  { id: 'amount', header: 'Amount', align: 'money' },
] as const;

export function MoneyTable({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <Table caption={caption} columns={columns}>
      <TableGroup>{children}</TableGroup>
    </Table>
  );
}

export interface MoneyRowProps {
  title: string;
  cents: number;
  isTotal?: boolean;
}

export function MoneyRow({ title, cents, isTotal = false }: MoneyRowProps) {
  return (
    <TableRow header={title} variant={isTotal ? 'total' : 'line'}>
      <TableCell align="money">
        <Money cents={cents} />
      </TableCell>
    </TableRow>
  );
}
