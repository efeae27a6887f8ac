import type { ReactNode } from 'react';
import { VisuallyHidden } from '#ui/VisuallyHidden/VisuallyHidden.tsx';
import styles from './Table.module.css';

/** Alignment of a column: "money" is for amounts, "detail" is for small text that may move below the row header. */
export type TableAlign = 'text' | 'money' | 'detail';

export interface TableColumn {
  id: string;
  header: string;
  align?: TableAlign;
  /** True if the column's buttons already show the words of the header. Screen readers still read the header. */
  isHeaderHidden?: boolean;
}

export interface TableProps {
  caption: string;
  isCaptionHidden?: boolean;
  columns: readonly TableColumn[];
  /** True inside a ScrollBox. In narrow containers, the table then scrolls; otherwise, details move below the row headers. */
  isScrolled?: boolean;
  children: ReactNode;
}

/** Read-only table with native elements. The roles are explicit, because some browsers drop native roles if CSS changes `display`. */
export function Table({ caption, isCaptionHidden = false, columns, isScrolled = false, children }: TableProps) {
  return (
    <div className={styles.container} data-scrolls={isScrolled || undefined}>
      <table role="table" className={styles.root} data-restacks={!isScrolled || undefined}>
        <caption className={isCaptionHidden ? undefined : styles.caption}>
          {isCaptionHidden ? <VisuallyHidden>{caption}</VisuallyHidden> : caption}
        </caption>
        <thead role="rowgroup" className={styles.head}>
          <tr role="row">
            {columns.map(({ id, header, align = 'text', isHeaderHidden = false }) => (
              <th key={id} role="columnheader" scope="col" className={styles.columnHeader} data-align={align}>
                {isHeaderHidden ? <VisuallyHidden>{header}</VisuallyHidden> : header}
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
  id?: string;
  /** True if the user must expand the row to see it. In print, all rows are visible. */
  isFolded?: boolean;
  children: ReactNode;
}

export function TableGroup({ id, isFolded = false, children }: TableGroupProps) {
  return (
    <tbody role="rowgroup" {...(id !== undefined && { id })} className={styles.group} data-folded={isFolded || undefined}>
      {children}
    </tbody>
  );
}

export interface TableRowProps {
  header: ReactNode;
  variant?: 'line' | 'group' | 'subtotal' | 'total';
  isIndented?: boolean;
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
  columns: number;
  id?: string;
  children: ReactNode;
}

export function TableSpan({ columns, id, children }: TableSpanProps) {
  return (
    <tr role="row" id={id} className={styles.row}>
      <td role="cell" colSpan={columns} className={styles.span}>
        {children}
      </td>
    </tr>
  );
}
