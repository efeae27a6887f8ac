import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { focusPlace } from '#lib/browser/focus-place.ts';
import styles from './PageHeading.module.css';

/** The address whose heading was shown last; null until the document's own heading is there. */
let headedLocation: string | null = null;

/** Gives the focus to the heading of the section that the address names; the browser only scrolls there. */
function followAnchor(): boolean {
  const anchor = window.location.hash.slice(1);
  const named = document.getElementById(`${anchor}-heading`) ?? document.getElementById(anchor)?.closest<HTMLElement>('h2, h3') ?? null;
  focusPlace(named);
  return named !== null;
}

export interface PageHeadingProps {
  children: ReactNode;
  above?: ReactNode;
  /** What of the query makes another page of this one. */
  part?: string;
}

/** The one h1 of a page, with the words above it. After a move inside the page it takes the focus, as a loaded document would. */
export function PageHeading({ children, above, part = '' }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const location = useLocation()[0] + part;
  useEffect(() => {
    const from = headedLocation;
    const moved = from !== null && from !== location;
    headedLocation = location;
    if (moved && from.startsWith(`${window.location.pathname}/`))
      void import('./follow-back.ts').then(({ followBack }) => followBack(from)).catch(() => undefined);
    if (moved) window.scrollTo(0, 0);
    // A document whose reader is somewhere already is left alone.
    if ((moved || document.activeElement === document.body) && followAnchor()) return;
    if (moved) focusPlace(heading.current, { preventScroll: true });
  }, [location]);
  useEffect(() => {
    window.addEventListener('hashchange', followAnchor);
    return () => window.removeEventListener('hashchange', followAnchor);
  }, []);
  return (
    <div className={styles.root}>
      {above !== undefined && <p className={styles.above}>{above}</p>}
      <h1 ref={heading} className={styles.heading}>
        {children}
      </h1>
    </div>
  );
}
