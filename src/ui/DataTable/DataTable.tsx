import { useMemo, useRef } from 'react';
import type { FocusEvent, KeyboardEvent } from 'react';
import { useLocale } from 'react-aria/I18nProvider';
import { useTable, useTableRowGroup } from 'react-aria/useTable';
import { Cell, Column, Row, TableBody, TableHeader, useTableState, type TableStateProps } from 'react-stately/useTableState';
import { VisuallyHidden } from '#ui/VisuallyHidden/VisuallyHidden.tsx';
import { cellKeys } from './cell-keys.ts';
import { DataTableRow, type DataTableColumn } from './DataTableRow.tsx';
import styles from './DataTable.module.css';

export interface DataTableProps<T> {
  /** Prefix of all ids in the table. It must be the same on the server and in the browser. */
  id: string;
  caption: string;
  isCaptionHidden?: boolean;
  columns: readonly DataTableColumn<T>[];
  rows: readonly T[];
  getRowId: (row: T) => string;
  /** True while new rows load. The caller must pass the old rows until the new rows are loaded, so that the layout does not change. */
  isBusy?: boolean;
}

/** The table has one tab stop. Arrow keys move between cells. Tab and Enter move to the controls in a cell. */
export function DataTable<T extends object>({
  id,
  caption,
  isCaptionHidden = false,
  columns,
  rows,
  getRowId,
  isBusy = false,
}: DataTableProps<T>) {
  const ref = useRef<HTMLTableElement>(null);
  const { direction } = useLocale();
  const captionId = `${id}-caption`;
  // React Aria caches its rows. They contain only keys, so that no row shows outdated content. The cell contents are rendered below.
  const children = useMemo(
    (): NonNullable<TableStateProps<object>['children']> => [
      <TableHeader key="header" columns={columns.slice()}>
        {(column) => (
          <Column key={column.id} isRowHeader={column.isRowHeader ?? false}>
            {column.header}
          </Column>
        )}
      </TableHeader>,
      <TableBody key="body" items={rows.slice()}>
        {(row) => <Row key={getRowId(row)}>{() => <Cell textValue=" ">{null}</Cell>}</Row>}
      </TableBody>,
    ],
    [columns, rows, getRowId],
  );
  const state = useTableState<object>({ selectionMode: 'none', children });
  const { collection, selectionManager } = state;
  const keyboardDelegate = useMemo(() => cellKeys(collection, direction), [collection, direction]);
  const { gridProps } = useTable({ id, 'aria-labelledby': captionId, keyboardDelegate, disallowTypeAhead: true }, state, ref);
  const { rowGroupProps } = useTableRowGroup();
  const { isFocused, focusedKey } = selectionManager;
  // Rows are memoized, because React Aria renders the whole grid again when the user changes from keyboard to mouse.
  const body = useMemo(() => {
    const rowsById = new Map(rows.map((row) => [getRowId(row), row]));
    return [...(collection.getChildren?.(collection.body.key) ?? [])].map((node) => {
      const row = rowsById.get(String(node.key));
      return row && <DataTableRow key={node.key} node={node} row={row} columns={columns} state={state} />;
    });
    // The state object changes on every render, but only these two values affect rows.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [collection, rows, columns, getRowId, isFocused, focusedKey]);

  return (
    <div className={styles.container}>
      {/* The lint rule does not know that React Aria adds the grid role. A grid accepts keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <table
        {...gridProps}
        ref={ref}
        className={styles.root}
        aria-describedby={undefined}
        aria-busy={isBusy || undefined}
        // Tab must move to the actions in the grid. React Aria would move the focus out of the grid.
        onKeyDown={(event: KeyboardEvent<HTMLTableElement>) => event.key !== 'Tab' && gridProps.onKeyDown?.(event)}
        // If an action in a cell gets the focus, the cell becomes the tab stop. React Aria's handler would instead move the focus to the
        // last focused cell.
        onFocus={(event: FocusEvent<HTMLTableElement>) => {
          const key = event.target.closest<HTMLElement>('[data-cell]')?.dataset['key'];
          if (key === undefined || event.target.dataset['cell'] !== undefined) return gridProps.onFocus?.(event);
          selectionManager.setFocused(true);
          selectionManager.setFocusedKey(key);
        }}
      >
        <caption id={captionId} className={isCaptionHidden ? undefined : styles.caption}>
          {isCaptionHidden ? <VisuallyHidden>{caption}</VisuallyHidden> : caption}
        </caption>
        <thead {...rowGroupProps} className={styles.head}>
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.id}
                id={`${id}-${column.id}`}
                role="columnheader"
                scope="col"
                className={styles.columnHeader}
                data-align={column.align ?? 'text'}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...rowGroupProps}>{body}</tbody>
      </table>
    </div>
  );
}
