import type { AriaTableProps } from 'react-aria/useTable';
import type { TableState } from 'react-stately/useTableState';

type Collection = TableState<object>['collection'];
type KeyboardDelegate = NonNullable<AriaTableProps['keyboardDelegate']>;
type Key = string | number;

/** Returns arrow key navigation between body cells. It skips headers, because screen readers announce headers with every cell. */
export function cellKeys(collection: Collection, direction: 'ltr' | 'rtl'): KeyboardDelegate {
  const rows = [...(collection.getChildren?.(collection.body.key) ?? [])].map((row) =>
    [...(collection.getChildren?.(row.key) ?? [])].map(({ key }) => key),
  );
  const cell = (row: number, column: number): Key | null => rows[row]?.[column] ?? null;
  const from = (key: Key) => {
    const row = rows.findIndex((keys) => keys.includes(key));
    return { row, column: rows[row]?.indexOf(key) ?? -1 };
  };
  const moved = (rowStep: number, columnStep: number) => (key: Key) => {
    const { row, column } = from(key);
    return cell(row + rowStep, column + columnStep) ?? key;
  };
  const forward = direction === 'rtl' ? -1 : 1;
  const lastRow = rows.length - 1;
  const inRowOrGrid = (key: Key | null | undefined, global: boolean | undefined, end: 'first' | 'last'): Key | null => {
    const row = key == null || global ? (end === 'first' ? 0 : lastRow) : from(key).row;
    return cell(row, end === 'first' ? 0 : (rows[row]?.length ?? 0) - 1);
  };
  return {
    getKeyBelow: moved(1, 0),
    getKeyAbove: moved(-1, 0),
    getKeyRightOf: moved(0, forward),
    getKeyLeftOf: moved(0, -forward),
    getKeyPageBelow: (key) => cell(lastRow, from(key).column),
    getKeyPageAbove: (key) => cell(0, from(key).column),
    getFirstKey: (key, global) => inRowOrGrid(key, global, 'first'),
    getLastKey: (key, global) => inRowOrGrid(key, global, 'last'),
  };
}
