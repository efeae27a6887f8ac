import styles from './LoadingSheet.module.css';

export interface LoadingSheetProps {
  /** Lines of the loaded section, so that nothing moves. */
  lines: number;
  /** Lines in narrow containers, where text wraps and columns stack. Lines beyond `lines` have the height of a text line. */
  narrowLines?: number | undefined;
  phoneLines?: number | undefined;
  size?: 'line' | 'row' | undefined;
}

/** Quiet blocks at final height. Not animated and silent, because the section around it has aria-busy. */
export function LoadingSheet({ lines, narrowLines = lines, phoneLines = narrowLines, size }: LoadingSheetProps) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: phoneLines }, (_, index) => (
        <span key={index} className={styles.line} data-size={index < lines ? size : index < narrowLines ? 'narrow' : 'phone'} />
      ))}
    </div>
  );
}
