import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { noticeCalls } from '#contract/notice-calls.ts';
import type { CallResponse } from '#contract/types.ts';
import { isSameOrigin } from '#lib/browser/call.ts';
import { activityTexts as texts } from '#lib/texts/activity.ts';
import { fillText } from '#lib/texts/fill.ts';
import { announce } from '#ui/Announcer/announce.ts';
import { Button } from '#ui/Button/Button.tsx';
import { LinkButton } from '#ui/LinkButton/LinkButton.tsx';
import { OnDemand, onDemand } from '#billing/shared/page/on-demand.tsx';
import { SaveFile } from '#billing/shared/page/SaveFile.tsx';
import {
  activityAddress,
  type ActivityFilters,
  type ActivityView,
  countWords,
  everyEntry,
  exportQuery,
  filterWords,
  isFiltered,
} from './activity-view.ts';
import styles from './Activity.module.css';

const findPart = onDemand(async () => (await import('./FindActivity.tsx')).FindActivity);

const panelId = 'find-activity';

export interface ActivityToolsProps {
  slug: string;
  view: ActivityView;
  /** Undefined while the entries are on their way. */
  shown: CallResponse<'listActivity'> | undefined;
}

/** Finding and saving; which entries are shown stands here in words. */
export function ActivityTools({ slug, view, shown }: ActivityToolsProps) {
  const [, navigate] = useLocation();
  const [isFinding, setFinding] = useState(false);
  const findButton = useRef<HTMLButtonElement>(null);
  const wasAsked = useRef(false);
  useEffect(() => {
    if (!shown || !wasAsked.current) return;
    wasAsked.current = false;
    announce(countWords(shown));
  }, [shown]);
  // The form resets when the address changes from outside, as after Back; not after its own changes, which would lose the focus.
  const now = exportQuery(view);
  const [[known, writing], setKnown] = useState<readonly [string, number]>([now, 0]);
  if (known !== now) setKnown([now, writing + 1]);
  const filter = (filters: ActivityFilters): void => {
    wasAsked.current = true;
    navigate(activityAddress(slug, filters));
  };
  // The button that was pressed goes with the filters.
  const showAll = (): void => {
    findButton.current?.focus();
    filter(everyEntry);
  };
  const people = useMemo(() => (shown?.entries ?? []).flatMap(({ by }) => (by.kind === 'member' ? [by.name] : [])), [shown]);
  return (
    <>
      <div className={styles.tools} data-print="never">
        <Button
          ref={findButton}
          aria-expanded={isFinding}
          {...(isFinding ? { 'aria-controls': panelId } : {})}
          trailingIcon="chevronDown"
          onPress={() => setFinding(!isFinding)}
        >
          Find entries
        </Button>
        <ExportLink slug={slug} view={view} />
      </div>
      {isFiltered(view) && (
        <div className={styles.tools}>
          <p>{filterWords(view)}</p>
          <Button variant="quiet" onPress={showAll}>
            Show all activity
          </Button>
        </div>
      )}
      <OnDemand
        part={findPart}
        isWanted={isFinding}
        onFailed={() => setFinding(false)}
        props={{
          id: panelId,
          isOpen: isFinding,
          writing,
          filters: view,
          people,
          filter: (filters) => {
            setKnown([exportQuery(filters), writing]);
            filter(filters);
          },
        }}
      />
    </>
  );
}

/** The entries that are looked for as a file, not only those of this page. */
function ExportLink({ slug, view }: { slug: string; view: ActivityView }) {
  const query = exportQuery(view);
  const address = noticeCalls.exportActivity.path.replace('{slug}', encodeURIComponent(slug)) + (query && `?${query}`);
  if (isSameOrigin)
    return (
      <LinkButton href={address} download>
        Download CSV
      </LinkButton>
    );
  return (
    <SaveFile
      address={address}
      fallbackName="activity.csv"
      savingMessage="Fetching the activity"
      failure={(message) => fillText(texts.exportFailed, { message })}
    />
  );
}
