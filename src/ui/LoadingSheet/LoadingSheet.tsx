import styles from './LoadingSheet.module.css';

export interface LoadingSheetProps {
  /** Number of text lines in the loaded section, so that loading does not shift the layout. */
  lines: number;
  mediumLines?: number | undefined;
  /** Number of lines in narrow containers, where text wraps and columns stack. Additional lines have the height of text. */
  narrowLines?: number | undefined;
  phoneLines?: number | undefined;
  size?: 'line' | 'row' | undefined;
}

/** Placeholder with the height of the loaded section. It is hidden from screen readers, because the section has aria-busy. */
export function LoadingSheet({ lines, mediumLines = lines, narrowLines = mediumLines, phoneLines = narrowLines, size }: LoadingSheetProps) {
  const extra = (index: number): string => (index < mediumLines ? 'medium' : index < narrowLines ? 'narrow' : 'phone');
  return (
    <div aria-hidden="true">
      {Array.from({ length: phoneLines }, (_, index) => (
        <span key={index} className={styles.line} data-size={index < lines ? size : extra(index)} />
      ))}
    </div>
  );
}
