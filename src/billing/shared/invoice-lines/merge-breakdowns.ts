import type { InvoiceLine, ProjectEntry } from './lines.ts';

/** A line's projects as far as they have been read, highest amount first. */
export interface Source {
  readonly line: InvoiceLine;
  readonly entries: readonly ProjectEntry[];
  /** Where the rest begins; null when nothing is left to read. */
  readonly cursor: string | null;
}

export interface ProjectRow {
  readonly line: InvoiceLine;
  readonly entry: ProjectEntry;
}

export const firstSource = (line: InvoiceLine): Source => ({ line, entries: line.entries, cursor: line.cursor });

/**
 * The projects of several lines as one list, highest amount first, as far as its order is certain: what has not been
 * read of a line costs at most as much as the last that has.
 */
export function mergeBreakdowns(sources: readonly Source[]): { rows: ProjectRow[]; unread: readonly Source[] } {
  const unread = sources.filter(({ cursor }) => cursor !== null);
  const bound = Math.max(Number.NEGATIVE_INFINITY, ...unread.map(({ entries }) => entries.at(-1)?.amount ?? Number.POSITIVE_INFINITY));
  const rows = sources
    .flatMap(({ line, entries }) => entries.map((entry) => ({ line, entry })))
    .filter(({ entry }) => entry.amount >= bound)
    .toSorted((a, b) => b.entry.amount - a.entry.amount);
  return { rows, unread };
}
