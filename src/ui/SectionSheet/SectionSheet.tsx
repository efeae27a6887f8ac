import { useRef, type ReactNode } from 'react';
import { useFocusToHeading } from './use-focus-to-heading.ts';
import { useHeldHeight } from './use-held-height.ts';
import styles from './SectionSheet.module.css';

export interface SectionSheetProps {
  /** Id of the section. The heading of the section has the id `${id}-heading`. */
  id: string;
  title: string;
  /** Status such as "Spend cap is on". Screen readers read it after the heading. */
  state?: ReactNode;
  isBusy?: boolean;
  children: ReactNode;
}

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
            {/* Reserves the height of the status while it loads, because in narrow containers the status is above the content. */}
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
