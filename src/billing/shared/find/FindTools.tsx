import { useEffect, useRef, useState, type ReactNode } from 'react';
import { announce } from '#ui/Announcer/announce.ts';
import { Button } from '#ui/Button/Button.tsx';
import { SectionLead } from '#ui/SectionSheet/SectionLead.tsx';
import { OnDemand, type OnDemandPart } from '#billing/shared/page/on-demand.tsx';
import styles from './Find.module.css';

/** A new key resets the form's fields to the current filters. */
export interface FindFormProps<F> {
  readonly id: string;
  readonly filters: F;
  readonly filter: (filters: F) => void;
}

export interface FindToolsProps<F, P extends object> {
  readonly part: OnDemandPart<FindFormProps<F> & P>;
  readonly props: P;
  readonly id: string;
  readonly labels: { readonly find: string; readonly showAll: string };
  readonly filters: F;
  readonly everything: F;
  /** Returns a stable key: equal text for equal filters. */
  readonly textOf: (filters: F) => string;
  /** Current filters in words; null if no filter is set. */
  readonly words: string | null;
  /** Number of results in words, announced after a search; null while loading. */
  readonly found: string | null;
  readonly filter: (filters: F) => void;
  /** Content that is shown before the buttons, in the same row. */
  readonly about?: ReactNode;
  readonly children: ReactNode;
}

export function FindTools<F, P extends object>(tools: FindToolsProps<F, P>) {
  const { part, props, id, labels, filters, everything, textOf, words, found, filter, about, children } = tools;
  const [isFinding, setFinding] = useState(false);
  const findButton = useRef<HTMLButtonElement>(null);
  const now = textOf(filters);
  const requestedText = useRef<string | null>(null);
  useEffect(() => {
    if (found === null || requestedText.current !== now) return;
    requestedText.current = null;
    announce(found);
  }, [found, now]);
  // Resets the form if Back or a link changes the URL. If the form itself changes the URL, a reset would lose the focus.
  const [[known, writing], setKnown] = useState<readonly [string, number]>([now, 0]);
  if (known !== now) setKnown([now, writing + 1]);
  const toggle = (): void => {
    // Closing the form discards typed filters that were not applied.
    if (isFinding) setKnown([known, writing + 1]);
    setFinding(!isFinding);
  };
  const find = (next: F): void => {
    requestedText.current = textOf(next);
    filter(next);
  };
  // The pressed button disappears together with the filters. Therefore, the focus moves to the button that opens the form.
  const showAll = (): void => {
    findButton.current?.focus();
    find(everything);
  };
  return (
    <>
      <SectionLead
        action={
          <>
            {children}
            {/* This is the last button in the row, so that the form follows this button in reading order. */}
            <Button
              id={`open-${id}`}
              ref={findButton}
              aria-expanded={isFinding}
              {...(isFinding ? { 'aria-controls': id } : {})}
              trailingIcon="chevronDown"
              onPress={toggle}
            >
              {labels.find}
            </Button>
          </>
        }
      >
        {about}
      </SectionLead>
      <OnDemand
        part={part}
        isWanted={isFinding}
        isPrepared
        onFailed={() => setFinding(false)}
        props={{
          ...props,
          key: writing,
          id,
          filters,
          filter: (next: F) => {
            setKnown([textOf(next), writing]);
            find(next);
          },
        }}
      />
      {words !== null && (
        <div className={styles.tools}>
          <p>{words}</p>
          <Button variant="quiet" onPress={showAll}>
            {labels.showAll}
          </Button>
        </div>
      )}
    </>
  );
}
