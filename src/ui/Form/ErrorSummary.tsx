import { useEffect, useId, useRef } from 'react';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import styles from './ErrorSummary.module.css';

export interface FieldFault {
  /** Id of the control. */
  fieldId: string;
  message: string;
}

export interface ErrorSummaryProps {
  title: string;
  /** In the order of the fields on screen. */
  faults: readonly FieldFault[];
  /** Goes up with each failed attempt, and brings focus here. */
  attempt: number;
  headingLevel?: 3 | 4;
}

/** What keeps a form from being sent, as links to the fields. It gets focus and speaks once; the fields stay silent. */
export function ErrorSummary({ title, faults, attempt, headingLevel = 3 }: ErrorSummaryProps) {
  const ref = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const isShown = faults.length > 0;
  useEffect(() => {
    if (attempt > 0) ref.current?.focus();
  }, [attempt]);
  if (!isShown) return null;
  const Heading = `h${headingLevel}` as const;
  return (
    <div ref={ref} tabIndex={-1} role="group" data-error-summary aria-labelledby={titleId} className={styles.root}>
      {/* The alert is a child of what gets focus: on the same element both would be spoken. */}
      <div role="alert">
        <Heading id={titleId} className={styles.title}>
          {title}
        </Heading>
        <ul role="list">
          {faults.map(({ fieldId, message }) => (
            <li key={fieldId}>
              <TextLink
                href={`#${fieldId}`}
                onClick={(event) => {
                  event.preventDefault();
                  const field = document.getElementById(fieldId);
                  field?.scrollIntoView({ block: 'center' });
                  field?.focus({ preventScroll: true });
                }}
              >
                {message}
              </TextLink>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
