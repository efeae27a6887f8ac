import { useEffect, useId, useRef, useState } from 'react';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import styles from './ErrorSummary.module.css';

export interface FieldFault {
  fieldId: string;
  message: string;
  /** Focuses the invalid control if the control is in a frame. */
  focus?: () => void;
}

export interface ErrorSummaryProps {
  title: string;
  faults: readonly FieldFault[];
  /** Number of failed attempts. If it increases, the summary gets the focus. */
  attempt: number;
  headingLevel?: 2 | 3 | 4;
}

/** List of errors, which gets the focus and is announced once. Fields announce later errors, because a new list would interrupt typing. */
export function ErrorSummary({ title, faults, attempt, headingLevel = 3 }: ErrorSummaryProps) {
  const ref = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const listedFaults = useListedFaults(faults, attempt);
  useEffect(() => {
    if (attempt > 0) ref.current?.focus();
  }, [attempt]);
  if (listedFaults.length === 0) return null;
  const Heading = `h${headingLevel}` as const;
  return (
    // Screen readers speak the title and description of a group once and in order. Orca would read the entries of an alert in any order.
    <div ref={ref} tabIndex={-1} role="group" aria-labelledby={titleId} aria-describedby={`${titleId}-faults`} className={styles.root}>
      <Heading id={titleId} className={styles.title}>
        {title}
      </Heading>
      <ul role="list">
        {listedFaults.map(({ fieldId, message, focus }) => (
          <li key={fieldId}>
            <TextLink
              href={`#${fieldId}`}
              onClick={(event) => {
                event.preventDefault();
                const field = document.getElementById(fieldId);
                field?.scrollIntoView({ block: 'center' });
                if (focus) focus();
                else field?.focus({ preventScroll: true });
              }}
            >
              {message}
            </TextLink>
          </li>
        ))}
      </ul>
      <p id={`${titleId}-faults`} hidden>
        {listedFaults.map(({ message }) => message.replace(/\.?$/, '.')).join(' ')}
      </p>
    </div>
  );
}

function useListedFaults(faults: readonly FieldFault[], attempt: number): readonly FieldFault[] {
  const [listed, setListed] = useState({ attempt, faults });
  const isStill = ({ fieldId, message }: FieldFault) => faults.some((fault) => fault.fieldId === fieldId && fault.message === message);
  const next = listed.attempt === attempt ? listed.faults.filter(isStill) : faults;
  if (listed.attempt !== attempt || next.length < listed.faults.length) setListed({ attempt, faults: next });
  return next;
}
