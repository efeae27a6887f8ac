import { useId, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { noticeCalls } from '#contract/notice-calls.ts';
import type { CallResponse } from '#contract/types.ts';
import { isSameOrigin } from '#lib/browser/call.ts';
import { activityKindNames, activityTexts as texts } from '#lib/texts/activity.ts';
import { fillText } from '#lib/texts/fill.ts';
import { Button } from '#ui/Button/Button.tsx';
import { LinkButton } from '#ui/LinkButton/LinkButton.tsx';
import { FindTools } from '#billing/shared/find/FindTools.tsx';
import { onDemand } from '#billing/shared/page/on-demand.tsx';
import { followLink } from '#billing/shared/page/PageLink.tsx';
import { SaveFile } from '#billing/shared/page/SaveFile.tsx';
import type { FindActivityProps } from './FindActivity.tsx';
import {
  activityAddress,
  type ActivityFilters,
  activityKinds,
  type ActivityView,
  countWords,
  everyEntry,
  exportQuery,
  filterWords,
  isFiltered,
} from './activity-view.ts';
import styles from './Activity.module.css';

const findPart = onDemand(async () => (await import('./FindActivity.tsx')).FindActivity);

export interface ActivityToolsProps {
  slug: string;
  view: ActivityView;
  shown: CallResponse<'listActivity'> | undefined;
}

type PersonProps = Pick<FindActivityProps, 'people'>;

export function ActivityTools({ slug, view, shown }: ActivityToolsProps) {
  const [, navigate] = useLocation();
  const persons = useMemo<PersonProps>(
    () => ({ people: (shown?.entries ?? []).flatMap(({ by }) => (by.kind === 'member' ? [by.name] : [])) }),
    [shown],
  );
  return (
    <FindTools
      part={findPart}
      props={persons}
      id="find-activity"
      labels={{ find: texts.find, showAll: 'Show all activity' }}
      filters={view}
      everything={everyEntry}
      textOf={exportQuery}
      words={isFiltered(view) ? filterWords(view) : null}
      found={shown ? countWords(shown) : null}
      filter={(filters: ActivityFilters) => navigate(activityAddress(slug, filters))}
      about={<Kinds slug={slug} view={view} />}
    >
      <ExportLink slug={slug} view={view} />
    </FindTools>
  );
}

const kindName = (kind: ActivityView['kind']): string => (kind === null ? texts.everyKind : activityKindNames[kind]);

function Kinds({ slug, view }: { slug: string; view: ActivityView }) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <div data-print="never">
      <div className={styles.kindButton}>
        <Button aria-expanded={isOpen} aria-controls={id} trailingIcon="chevronDown" onPress={() => setIsOpen(!isOpen)}>
          {fillText(texts.kindButton, { kind: kindName(view.kind) })}
        </Button>
      </div>
      <nav id={id} aria-label={texts.kinds} className={styles.kinds} data-open={isOpen || undefined}>
        <ul role="list" className={styles.chips}>
          {[null, ...activityKinds].map((kind) => (
            <li key={kind}>
              <a
                href={activityAddress(slug, { ...view, kind, cursor: null })}
                aria-current={kind === view.kind ? 'true' : undefined}
                className={styles.chip}
                onClick={followLink}
              >
                {kindName(kind)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

/** The download contains all entries that match the filters, not only this page. */
function ExportLink({ slug, view }: { slug: string; view: ActivityView }) {
  const query = exportQuery(view);
  const address = noticeCalls.exportActivity.path.replace('{slug}', encodeURIComponent(slug)) + (query && `?${query}`);
  if (isSameOrigin)
    return (
      <LinkButton id="export-activity" href={address} download>
        {texts.exportCsv}
      </LinkButton>
    );
  return (
    <SaveFile
      id="export-activity"
      address={address}
      fallbackName="activity.csv"
      savingMessage="Fetching the activity"
      failure={(message) => fillText(texts.exportFailed, { message })}
    />
  );
}
