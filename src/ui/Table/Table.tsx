import type { ReactNode } from 'react';
import { VisuallyHidden } from '#ui/VisuallyHidden/VisuallyHidden.tsx';
import styles from './Table.module.css';

/** "money" stands in the money column, "detail" is small print that may stand under the row header. */
export type TableAlign = 'text' | 'money' | 'detail';

export interface TableColumn {
  id: string;
  header: string;
  align?: TableAlign;
}

export interface TableProps {
  caption: string;
  isCaptionHidden?: boolean;
  /** The first column holds the row headers. */
  columns: readonly TableColumn[];
  /**
   * On narrow paper: "restack" sets details, and amounts after the first, under their row headers (of other cells it takes none);
   * "scroll" keeps the shape in a box that scrolls sideways and can be reached by keyboard.
   */
  whenNarrow?: 'restack' | 'scroll';
  /** TableGroup elements. */
  children: ReactNode;
}

/**
 * A native table to be read. Roles are spelled out because some browsers drop them from table elements
 * whose display is changed, as restacking does.
 */
export function Table({ caption, isCaptionHidden = false, columns, whenNarrow = 'restack', children }: TableProps) {
  const scrolls = whenNarrow === 'scroll';
  return (
    <div
      className={styles.scroller}
      data-scrolls={scrolls || undefined}
      {...(scrolls && { role: 'region', 'aria-label': caption, tabIndex: 0 })}
    >
      <table role="table" className={styles.root} data-restacks={!scrolls || undefined}>
        <caption className={isCaptionHidden ? undefined : styles.caption}>
          {isCaptionHidden ? <VisuallyHidden>{caption}</VisuallyHidden> : caption}
        </caption>
        <thead role="rowgroup" className={styles.head}>
          <tr role="row">
            {columns.map(({ id, header, align = 'text' }) => (
              <th key={id} role="columnheader" scope="col" className={styles.columnHeader} data-align={align}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </div>
  );
}

export interface TableGroupProps {
  /** Set where a button opens and closes some of its rows. */
  id?: string;
  /** Its rows are out of sight until they are opened; on paper everything is open. */
  isFolded?: boolean;
  children: ReactNode;
}

/** Rows that belong together; a group row as the first one names them. */
export function TableGroup({ id, isFolded = false, children }: TableGroupProps) {
  return (
    <tbody role="rowgroup" {...(id !== undefined && { id })} className={styles.group} data-folded={isFolded || undefined}>
      {children}
    </tbody>
  );
}

export interface TableRowProps {
  header: ReactNode;
  /** "group" names the rows after it, "subtotal" and "total" carry the rules of bookkeeping. */
  variant?: 'line' | 'group' | 'subtotal' | 'total';
  isIndented?: boolean;
  /** TableCell elements for the columns after the first. */
  children?: ReactNode;
}

export function TableRow({ header, variant = 'line', isIndented = false, children }: TableRowProps) {
  return (
    <tr role="row" className={styles.row} data-variant={variant} data-indented={isIndented || undefined}>
      <th role="rowheader" scope={variant === 'group' ? 'rowgroup' : 'row'} className={styles.rowHeader}>
        {header}
      </th>
      {children}
    </tr>
  );
}

export interface TableCellProps {
  align?: TableAlign;
  /** What stands before it where restacking takes the head of its column out of sight. */
  label?: string;
  children?: ReactNode;
}

export function TableCell({ align = 'text', label, children }: TableCellProps) {
  return (
    <td role="cell" className={styles.cell} data-align={align} data-label={label}>
      {children}
    </td>
  );
}

export interface TableSpanProps {
  /** How many columns the table has. */
  columns: number;
  id?: string;
  children: ReactNode;
}

/** A row of one cell across the whole table: what a row above it opens, or what belongs to no column. */
export function TableSpan({ columns, id, children }: TableSpanProps) {
  return (
    <tr role="row" id={id} className={styles.row}>
      <td role="cell" colSpan={columns} className={styles.span}>
        {children}
      </td>
    </tr>
  );
}
