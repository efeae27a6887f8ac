import styles from './LoadingSheet.module.css';

export interface LoadingSheetProps {
  /** As many ruled lines as the section will have when ready, so that nothing moves when it comes. */
  lines: number;
  /** On narrow paper, where words wrap and columns stand on top of each other. What is more than `lines` has a line's height. */
  narrowLines?: number | undefined;
  /** On the narrowest phones. */
  phoneLines?: number | undefined;
  size?: 'line' | 'row' | undefined;
}

/** Ruled, empty paper at final height. It stands still and says nothing: the section around it is aria-busy. */
export function LoadingSheet({ lines, narrowLines = lines, phoneLines = narrowLines, size }: LoadingSheetProps) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: phoneLines }, (_, index) => (
        <span key={index} className={styles.line} data-size={index < lines ? size : index < narrowLines ? 'narrow' : 'phone'} />
      ))}
    </div>
  );
}
