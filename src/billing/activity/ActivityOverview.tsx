import { useSearch } from 'wouter';
import { subscriptionsRead } from '#contract/permissions.ts';
import { helpAddresses } from '#lib/addresses.ts';
import { formatDate, isoDate } from '#lib/dates/format.ts';
import { activityTexts as texts } from '#lib/texts/activity.ts';
import { EmptyState } from '#ui/EmptyState/EmptyState.tsx';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { useRead } from '#billing/shared/data/queries.ts';
import { failureOf } from '#billing/shared/data/section-state.ts';
import { useIsAllowed, useOrganization, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { PageLink } from '#billing/shared/page/PageLink.tsx';
import { PageLinkButton } from '#billing/shared/page/PageLinkButton.tsx';
import { NoPermission } from '#billing/shared/who-can/NoPermission.tsx';
import {
  activityAddress,
  type ActivityEntry,
  activityInput,
  type ActivityView,
  activityViewOf,
  entriesByDay,
  isFiltered,
  titleOf,
} from './activity-view.ts';
import { ActivityTools } from './ActivityTools.tsx';
import { EntryItem } from './EntryItem.tsx';
import styles from './Activity.module.css';

export function ActivityOverview() {
  const slug = useSlug();
  const mayRead = useIsAllowed(subscriptionsRead);
  const view = activityViewOf(useSearch());
  const query = useRead('listActivity', activityInput(slug, view), mayRead === true);
  if (mayRead === false) return <NoPermission>{texts.noRead}</NoPermission>;
  const failed = failureOf(query);
  return (
    <>
      <ActivityTools slug={slug} view={view} shown={query.data} />
      {failed && <ReadFailure subject="activity" title={texts.failed} failed={failed} />}
      {!failed && !query.data && <LoadingSheet lines={12} />}
      {query.data?.entries.length === 0 && <NothingFound slug={slug} isFiltered={isFiltered(view)} />}
      {query.data && query.data.entries.length > 0 && (
        <div className={styles.journal}>
          {entriesByDay(query.data.entries).map((entries) => (
            <Day key={entries[0].id} entries={entries} slug={slug} />
          ))}
        </div>
      )}
      {query.data && <Turning slug={slug} view={view} next={query.data.next_cursor} />}
    </>
  );
}

function NothingFound({ slug, isFiltered: hasFilters }: { slug: string; isFiltered: boolean }) {
  if (hasFilters) return <EmptyState>{texts.emptyFiltered}</EmptyState>;
  return <EmptyState action={<PageLink href={helpAddresses.billing(slug)}>{texts.toBilling}</PageLink>}>{texts.empty}</EmptyState>;
}

/** A day is a named list and not a region, because fifty regions are too many. */
function Day({ entries, slug }: { entries: readonly [ActivityEntry, ...ActivityEntry[]]; slug: string }) {
  const [first] = entries;
  const organizationName = useOrganization().data?.name ?? '';
  const id = `day-${isoDate(first.at)}`;
  return (
    <div className={styles.day}>
      <div className={styles.date}>
        <h2 id={id} className={styles.dayName}>
          {formatDate(first.at)}
        </h2>
        {entries.length > 1 && <p className={styles.count}>{`${entries.length} entries`}</p>}
      </div>
      <ul role="list" aria-labelledby={id} className={styles.entries}>
        {entries.map((entry) => (
          <EntryItem key={entry.id} entry={{ ...entry, title: titleOf(entry, organizationName) }} slug={slug} />
        ))}
      </ul>
    </div>
  );
}

/** Each page of entries has a URL, so that the browser's Back works. */
function Turning({ slug, view, next }: { slug: string; view: ActivityView; next: string | null }) {
  if (next === null && view.cursor === null) return null;
  return (
    <nav aria-label="Activity pages" className={styles.tools} data-print="never">
      {view.cursor !== null && <PageLinkButton href={activityAddress(slug, { ...view, cursor: null })}>Newest entries</PageLinkButton>}
      {next !== null && <PageLinkButton href={activityAddress(slug, { ...view, cursor: next })}>Older entries</PageLinkButton>}
    </nav>
  );
}
