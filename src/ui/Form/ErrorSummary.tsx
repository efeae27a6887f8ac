import { useEffect, useId, useRef, useState } from 'react';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import styles from './ErrorSummary.module.css';

export interface FieldFault {
  /** Id of the control. */
  fieldId: string;
  message: string;
  /** Leads to it where the control is in a frame. */
  focus?: () => void;
}

export interface ErrorSummaryProps {
  title: string;
  /** What is wrong now, in the order of the fields on screen. */
  faults: readonly FieldFault[];
  /** Goes up with each failed attempt, and brings focus here. */
  attempt: number;
  headingLevel?: 2 | 3 | 4;
}

/**
 * The errors that blocked a submit, as links to the fields. It takes focus and is announced once; the fields stay silent.
 * Fixed errors disappear; fields announce errors that appear during typing, because the summary would interrupt.
 */
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
    // What gets the focus is spoken by its title and its description, once and in order: of an alert Orca speaks the entries in any.
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

/** What was wrong at the last attempt and still is. */
function useListedFaults(faults: readonly FieldFault[], attempt: number): readonly FieldFault[] {
  const [listed, setListed] = useState({ attempt, faults });
  const isStill = ({ fieldId, message }: FieldFault) => faults.some((fault) => fault.fieldId === fieldId && fault.message === message);
  const next = listed.attempt === attempt ? listed.faults.filter(isStill) : faults;
  if (listed.attempt !== attempt || next.length < listed.faults.length) setListed({ attempt, faults: next });
  return next;
}
