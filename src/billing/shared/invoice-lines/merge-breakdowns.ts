import type { InvoiceLine, ProjectEntry } from './lines.ts';

/** Loaded projects of a line, highest amount first. */
export interface Source {
  readonly line: InvoiceLine;
  readonly entries: readonly ProjectEntry[];
  readonly cursor: string | null;
}

export interface ProjectRow {
  readonly line: InvoiceLine;
  readonly entry: ProjectEntry;
}

export const firstSource = (line: InvoiceLine): Source => ({ line, entries: line.entries, cursor: line.cursor });

/** Merges the loaded projects, highest amount first. Omits projects that could cost less than a project not yet loaded. */
export function mergeBreakdowns(sources: readonly Source[]): { rows: ProjectRow[]; unread: readonly Source[] } {
  const unread = sources.filter(({ cursor }) => cursor !== null);
  const bound = Math.max(Number.NEGATIVE_INFINITY, ...unread.map(({ entries }) => entries.at(-1)?.amount ?? Number.POSITIVE_INFINITY));
  const rows = sources
    .flatMap(({ line, entries }) => entries.map((entry) => ({ line, entry })))
    .filter(({ entry }) => entry.amount >= bound)
    .toSorted((a, b) => b.entry.amount - a.entry.amount);
  return { rows, unread };
}
