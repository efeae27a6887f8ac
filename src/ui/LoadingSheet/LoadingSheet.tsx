import styles from './LoadingSheet.module.css';

export interface LoadingSheetProps {
  /** Number of lines that the loaded section will have, to prevent a layout shift. */
  lines: number;
  mediumLines?: number | undefined;
  /** Number of lines in narrow containers, where text wraps and columns stack. The additional lines have the height of a text line. */
  narrowLines?: number | undefined;
  phoneLines?: number | undefined;
  size?: 'line' | 'row' | undefined;
}

/** Placeholder blocks with the final height. Silent and without animation, because the surrounding section has aria-busy. */
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
