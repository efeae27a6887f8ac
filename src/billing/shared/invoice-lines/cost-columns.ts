import type { TableColumn } from '#ui/Table/Table.tsx';

export const costColumns: readonly TableColumn[] = [
  { id: 'item', header: 'Item' },
  { id: 'working', header: 'How it adds up', align: 'detail' },
  { id: 'amount', header: 'Amount', align: 'money' },
];
