import type { CallName } from '#contract/calls.ts';
import { customerRead, paymentMethodsRead, taxIdsRead } from '#contract/permissions.ts';
import type { Shape } from '#contract/types.ts';
import type { Database } from '#server/database/database.ts';
import { activityHead } from '#server/documents/activity-rows.ts';
import { csvFile } from '#server/documents/csv.ts';
import { documentThreads } from '#server/documents/threads/document-threads.ts';
import { kindOfThing, type LoggedThing } from '#server/domain/activity/entry-messages.ts';
import { activityOf, deliveriesOf, type ActivityFilter, type ActivityPlace } from '#server/store/activity.ts';
import { findOrganization, hasOwnInvoices } from '#server/store/organizations.ts';
import type { CallScope, Handler } from './handler.ts';
import { activityView, type ActivityReader } from './views/activity.ts';
import { periodInName } from './views/time.ts';

type Entry = Shape<'ActivityEntry'>;
type Query = Shape<'ActivityExportQuery'>;
type Scope = Pick<CallScope<Extract<CallName, 'listActivity' | 'exportActivity'>>, 'db' | 'organization' | 'may'>;

const pageSize = 25;
const batchSize = 500;

interface Reader extends ActivityReader {
  /** Whether the page shows invoices. If the page shows no invoices, entries must not name them. */
  readonly hasInvoices: boolean;
}

async function readerOf({ db, organization, may }: Scope): Promise<Reader> {
  const { name } = await findOrganization(db, organization.id);
  const hasInvoices = await hasOwnInvoices(db, organization.id);
  const rights = { customer: may(customerRead), taxIds: may(taxIdsRead), cards: may(paymentMethodsRead) };
  return { rights, organizationName: name, hasInvoices };
}

const actorOf = (by: string | undefined): ActivityFilter['by'] => {
  if (by === undefined) return null;
  return by === 'staff' || by === 'platform' ? { kind: by } : { kind: 'member', username: by.slice('member:'.length) };
};

function filterOf({ kind: kinds, by, from, to }: Query, { rights, hasInvoices }: Reader): ActivityFilter {
  const isWanted = (kind: Entry['kind']): boolean => kinds === undefined || kinds.includes(kind);
  const isReadable = (thing: LoggedThing): boolean =>
    thing === 'card' ? rights.cards : thing === 'billing_details' ? rights.customer || rights.taxIds : true;
  const things = (Object.keys(kindOfThing) as LoggedThing[]).filter((thing) => isWanted(kindOfThing[thing]) && isReadable(thing));
  return { things, hasNotices: isWanted('emails'), hasInvoices, by: actorOf(by), from, until: to };
}

function placeOf(cursor: string): ActivityPlace {
  const [micros = '', rest = ''] = cursor.split('.');
  return { micros, source: rest.startsWith('n') ? 'n' : 'a', id: rest.slice(1) };
}

interface Page {
  readonly entries: Entry[];
  readonly next: ActivityPlace | null;
}

interface Asking {
  readonly organizationId: number;
  readonly reader: ActivityReader;
  readonly filter: ActivityFilter;
  readonly place: ActivityPlace | null;
  readonly size: number;
}

async function readPage(db: Database, { organizationId, reader, filter, place, size }: Asking): Promise<Page> {
  const found = await activityOf(db, organizationId, { filter, place, limit: size + 1 });
  const rows = found.slice(0, size);
  const deliveries = await deliveriesOf(
    db,
    organizationId,
    rows.filter(({ source }) => source === 'n').map(({ id }) => id),
  );
  const last = rows.at(-1);
  return {
    entries: rows.map((row) => activityView(row, deliveries, reader)),
    next: found.length > size && last ? { micros: last.micros, source: last.source, id: last.id } : null,
  };
}

export const listActivity: Handler<'listActivity'> = async ({ query: { cursor, ...query } }, scope) => {
  const reader = await readerOf(scope);
  const place = cursor === undefined ? null : placeOf(cursor);
  const filter = filterOf(query, reader);
  const { entries, next } = await readPage(scope.db, { organizationId: scope.organization.id, reader, filter, place, size: pageSize });
  return { data: { entries, next_cursor: next && `${next.micros}.${next.source}${next.id}` } };
};

async function* rowsOfFile(db: Database, asking: Omit<Asking, 'place' | 'size'>): AsyncGenerator<string> {
  let place: ActivityPlace | null = null;
  do {
    const page: Page = await readPage(db, { ...asking, place, size: batchSize });
    if (page.entries.length > 0) yield await documentThreads().run(asking.organizationId, { kind: 'activity', entries: page.entries });
    place = page.next;
  } while (place);
}

export const exportActivity: Handler<'exportActivity'> = async ({ query }, scope) => {
  const { db, organization } = scope;
  const reader = await readerOf(scope);
  return {
    data: undefined,
    file: {
      name: `activity-${organization.slug}${periodInName(query.from, query.to)}.csv`,
      disposition: 'attachment',
      body: () => csvFile(activityHead, rowsOfFile(db, { organizationId: organization.id, reader, filter: filterOf(query, reader) })),
    },
  };
};
