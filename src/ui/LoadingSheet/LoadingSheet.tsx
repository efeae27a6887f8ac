import styles from './LoadingSheet.module.css';

export interface LoadingSheetProps {
  /** As many ruled lines as the section will have when ready, so that nothing moves when it comes. */
  lines: number;
  size?: 'line' | 'row';
}

/** Ruled, empty paper at final height. It stands still and says nothing: the section around it is aria-busy. */
export function LoadingSheet({ lines, size = 'line' }: LoadingSheetProps) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} className={styles.line} data-size={size} />
      ))}
    </div>
  );
}
