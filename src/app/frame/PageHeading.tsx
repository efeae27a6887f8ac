import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import styles from './PageHeading.module.css';

/** The address whose heading was shown last; null until the document's own heading is there. */
let headedLocation: string | null = null;

/** The one h1 of a page, with the words above it. After a move inside the page it takes the focus, as a loaded document would. */
export function PageHeading({ children, above }: { children: ReactNode; above?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [location] = useLocation();
  useEffect(() => {
    const moved = headedLocation !== null && headedLocation !== location;
    headedLocation = location;
    if (!moved) return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [location]);
  return (
    <div className={styles.root}>
      {above !== undefined && <p className={styles.above}>{above}</p>}
      <h1 ref={heading} tabIndex={-1} className={styles.heading}>
        {children}
      </h1>
    </div>
  );
}
