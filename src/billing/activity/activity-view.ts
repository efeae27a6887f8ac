import type { CallInput, CallResponse } from '#contract/types.ts';
import { helpAddresses } from '#lib/addresses.ts';
import { isoDate } from '#lib/dates/format.ts';
import { dayOf, isBackwards, periodWords } from '#lib/dates/query-days.ts';
import { formatCents } from '#lib/money.ts';
import { productName } from '#lib/product.ts';
import { activityFields, activityKindNames, activityTexts as texts } from '#lib/texts/activity.ts';
import { fillText } from '#lib/texts/fill.ts';

export type ActivityEntry = CallResponse<'listActivity'>['entries'][number];
export type ActivityKind = ActivityEntry['kind'];

export const activityKinds = Object.keys(activityKindNames) as ActivityKind[];

/** A day is 'YYYY-MM-DD'; null means no filter. */
export interface ActivityFilters {
  readonly kind: ActivityKind | null;
  /** Author of the entries: `staff`, `platform`, or `member:` and a username. */
  readonly by: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

export const everyEntry: ActivityFilters = { kind: null, by: null, from: null, to: null };

export interface ActivityView extends ActivityFilters {
  /** Cursor of the page; null for the newest entries. */
  readonly cursor: string | null;
}

const memberPrefix = 'member:';

export const actorNames = {
  staff: fillText(texts.staff, { product: productName }),
  platform: fillText(texts.platform, { product: productName }),
} as const;

export const memberKey = (username: string): string => memberPrefix + username;

const isActor = (by: string): boolean => by in actorNames || (by.startsWith(memberPrefix) && by.length > memberPrefix.length);

const actorName = (by: string): string => (by === 'staff' || by === 'platform' ? actorNames[by] : by.slice(memberPrefix.length));

/** Ignores invalid filters. */
export function activityViewOf(search: string): ActivityView {
  const query = new URLSearchParams(search);
  const [kind, by, cursor] = [query.get('kind'), query.get('by')?.slice(0, 100) ?? '', query.get('cursor') ?? ''];
  const [from, to] = [dayOf(query.get('from')), dayOf(query.get('to'))];
  return {
    kind: activityKinds.find((known) => known === kind) ?? null,
    by: isActor(by) ? by : null,
    from,
    to: isBackwards(from, to) ? null : to,
    cursor: /^\d{1,16}\.[an]\d{1,15}$/.test(cursor) ? cursor : null,
  };
}

const filledFields = (view: Partial<ActivityView>): Record<string, string> =>
  Object.fromEntries(Object.entries(view).flatMap(([name, value]) => (value ? [[name, value]] : [])));

export function activityAddress(slug: string, view: Partial<ActivityView>): string {
  const query = new URLSearchParams(filledFields(view)).toString();
  return helpAddresses.activity(slug) + (query && `?${query}`);
}

export const exportQuery = ({ kind, by, from, to }: ActivityFilters): string =>
  new URLSearchParams(filledFields({ kind, by, from, to })).toString();

export const activityInput = (slug: string, view: ActivityView): CallInput<'listActivity'> => ({
  params: { slug },
  query: filledFields(view),
});

export const isFiltered = ({ kind, by, from, to }: ActivityFilters): boolean => [kind, by, from, to].some((value) => value !== null);

/** Example: 'Only Emails, by Groundwork staff, from Nov 03, 2026'. */
export function filterWords({ kind, by, from, to }: ActivityFilters): string {
  const parts = [kind && activityKindNames[kind], by && `by ${actorName(by)}`, ...periodWords(from, to)].filter(Boolean);
  return `Only ${parts.join(', ')}`;
}

/** Examples: '3 entries', 'More than 50 entries'. */
export function countWords({ entries, next_cursor: next }: CallResponse<'listActivity'>): string {
  const count = entries.length === 1 ? '1 entry' : `${entries.length || 'No'} entries`;
  return next === null ? count : `More than ${count}`;
}

/** Removes the organization's name and the amount from email subjects, because the page shows both elsewhere. */
export function titleOf({ kind, title, amount_cents: cents }: ActivityEntry, organizationName: string): string {
  if (kind !== 'emails') return title;
  const bare = title.replace(` for ${organizationName}`, '');
  if (cents === null) return bare;
  const sum = formatCents(cents);
  return [`${sum} paid, `, `${sum}, `, ` of ${sum}`, `: ${sum}`].reduce((words, part) => words.replace(part, ''), bare);
}

type Change = ActivityEntry['changes'][number];

function countOf(list: string): number {
  const [, names = list, more = '0'] = /^(.*) and (\d+) more$/.exec(list) ?? [];
  return names.split(', ').length + Number(more);
}

const failureWords = new Map<string, string>([
  [activityFields.bouncedFrom, texts.bounced],
  [activityFields.refusedBy, texts.refused],
]);

/** Number of failed deliveries of an email, such as '1 bounced'; null if no delivery failed. */
export function failedDeliveries(changes: readonly Change[]): string | null {
  const failed = changes.flatMap(({ what, after }) => {
    const words = failureWords.get(what);
    return words !== undefined && after !== null ? [`${countOf(after)} ${words}`] : [];
  });
  return failed.length > 0 ? failed.join(', ') : null;
}

/** Example: 'Plan: Pro, was Free'. */
export function changeSentence({ what, before, after }: Change): string {
  if (before === null) return `${what}: ${after ?? texts.none}`;
  return `${what}: ${after ?? texts.none}, was ${before}`;
}

/** Groups entries by their day in UTC. */
export function entriesByDay(entries: readonly ActivityEntry[]): (readonly [ActivityEntry, ...ActivityEntry[]])[] {
  const days: [ActivityEntry, ...ActivityEntry[]][] = [];
  for (const entry of entries) {
    const last = days.at(-1);
    if (last && isoDate(last[0].at) === isoDate(entry.at)) last.push(entry);
    else days.push([entry]);
  }
  return days;
}
