import { useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTableCell, useTableRow } from 'react-aria/useTable';
import type { TableState } from 'react-stately/useTableState';
import styles from './DataTable.module.css';

export interface DataTableColumn<T> {
  id: string;
  header: string;
  align?: 'text' | 'money' | 'actions';
  /** True for the column whose cell names the row. Exactly one column must set it. */
  isRowHeader?: boolean;
  describedBy?: (row: T) => string | undefined;
  render: (row: T) => ReactNode;
}

type Node = TableState<object>['collection']['body'];

interface DataTableRowProps<T> {
  node: Node;
  row: T;
  columns: readonly DataTableColumn<T>[];
  state: TableState<object>;
}

export function DataTableRow<T>({ node, row, columns, state }: DataTableRowProps<T>) {
  const ref = useRef<HTMLTableRowElement>(null);
  const { rowProps } = useTableRow({ node }, state, ref);
  const cells = [...(state.collection.getChildren?.(node.key) ?? [])];
  return (
    <tr role="row" aria-labelledby={rowProps['aria-labelledby']} ref={ref} className={styles.row}>
      {columns.map((column, index) => {
        const cell = cells[index];
        return (
          cell && (
            <DataTableCell key={column.id} node={cell} state={state} align={column.align ?? 'text'} describedBy={column.describedBy?.(row)}>
              {column.render(row)}
            </DataTableCell>
          )
        );
      })}
    </tr>
  );
}

interface DataTableCellProps {
  node: Node;
  state: TableState<object>;
  align: NonNullable<DataTableColumn<unknown>['align']>;
  describedBy: string | undefined;
  children: ReactNode;
}

function DataTableCell({ node, state, align, describedBy, children }: DataTableCellProps) {
  const ref = useRef<HTMLTableCellElement>(null);
  const { gridCellProps } = useTableCell({ node, focusMode: 'cell' }, state, ref);
  const Element = gridCellProps.role === 'rowheader' ? 'th' : 'td';
  return (
    <Element
      {...gridCellProps}
      aria-describedby={describedBy}
      ref={ref}
      className={styles.cell}
      data-cell=""
      data-align={align}
      scope={Element === 'th' ? 'row' : undefined}
      onKeyDown={(event: KeyboardEvent<HTMLTableCellElement>) => {
        if (event.target !== event.currentTarget || (event.key !== 'Enter' && event.key !== 'F2')) return gridCellProps.onKeyDown?.(event);
        event.preventDefault();
        event.currentTarget.querySelector<HTMLElement>('a[href], button')?.focus();
      }}
    >
      {children}
    </Element>
  );
}
