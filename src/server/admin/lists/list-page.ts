import { invalidRequest } from '#server/platform-error.ts';

export const usualPage = 50;

interface Place {
  readonly order: number;
  readonly id: string;
}

interface PageRequest {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

const cursorOf = ({ order, id }: Place): string => (id === '' ? String(order) : `${order}_${id}`);

function placeOf(cursor: string | undefined): Place | null {
  const [, order, id] = /^(\d+)_?(.*)$/.exec(cursor ?? '') ?? [];
  return order === undefined ? null : { order: Number(order), id: id ?? '' };
}

/** Cursor times at or after this value (Unix ms, year 5138) are refused. The database misreads years with more than four digits. */
const latestMs = 1e14;

/** @throws {PlatformError} 400 if the time is out of range or the ID does not match `idForm` */
export function instantIn(cursor: string | undefined, idForm = /./): { readonly at: Date; readonly id: string } | null {
  const place = placeOf(cursor);
  if (place === null) return null;
  if (place.order >= latestMs || !idForm.test(place.id))
    throw invalidRequest([{ path: 'query.cursor', message: 'must be a cursor of this call' }]);
  return { at: new Date(place.order), id: place.id };
}

const compare = (one: Place, other: Place): number => one.order - other.order || (one.id < other.id ? -1 : Number(one.id > other.id));

interface ListPage<Row> {
  readonly rows: readonly Row[];
  readonly next_cursor: string | null;
}

/** @param found rows after the cursor, with one extra row if there is a next page */
export function pageOf<Row>(found: readonly Row[], limit: number, toCursor: (row: Row) => string | number): ListPage<Row> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next_cursor: found.length > limit && last !== undefined ? String(toCursor(last)) : null };
}

export const placeCursor =
  <Row>(toPlace: (row: Row) => Place) =>
  (row: Row): string =>
    cursorOf(toPlace(row));

export function pageOfAll<Row>(
  all: readonly Row[],
  { cursor, limit = usualPage }: PageRequest,
  toPlace: (row: Row) => Place,
): ListPage<Row> {
  const after = placeOf(cursor);
  const sorted = all.toSorted((one, other) => compare(toPlace(one), toPlace(other)));
  const found = after === null ? sorted : sorted.filter((row) => compare(toPlace(row), after) > 0);
  return pageOf(found, limit, placeCursor(toPlace));
}
