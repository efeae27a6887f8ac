import { useRef, type ReactNode } from 'react';
import { useFocusToHeading } from './use-focus-to-heading.ts';
import { useHeldHeight } from './use-held-height.ts';
import styles from './SectionSheet.module.css';

export interface SectionSheetProps {
  /** The anchor. The heading's id is `${id}-heading`; a script that follows an anchor focuses it. */
  id: string;
  title: string;
  /** One line that says how things stand ("Spend cap is on"), heard right after the heading. */
  state?: ReactNode;
  /** While its data is first loaded. */
  isBusy?: boolean;
  children: ReactNode;
}

/** One section as a sheet of the account book: name and state in the margin, the working beside it. */
export function SectionSheet({ id, title, state, isBusy = false, children }: SectionSheetProps) {
  const headingId = `${id}-heading`;
  const heading = useRef<HTMLHeadingElement>(null);
  const content = useRef<HTMLDivElement>(null);
  useFocusToHeading(heading);
  useHeldHeight(content, isBusy);
  return (
    <section id={id} aria-labelledby={headingId} aria-busy={isBusy || undefined} className={styles.root}>
      <div className={styles.spread}>
        <div className={styles.margin}>
          <div className={styles.title}>
            <h2 ref={heading} id={headingId} className={styles.heading}>
              {title}
            </h2>
            {state !== undefined && <p className={styles.state}>{state}</p>}
            {/* Its place is kept while it is on its way: on narrow paper it stands above what is below. */}
            {state === undefined && isBusy && (
              <p className={styles.state} aria-hidden="true">
                {'\u00a0'}
              </p>
            )}
          </div>
        </div>
        <div ref={content} className={styles.content}>
          {children}
        </div>
      </div>
    </section>
  );
}
