import { useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { announce } from '#ui/Announcer/announce.ts';
import type { CallError } from '#lib/call-error.ts';
import { formatNumber } from '#lib/number-text.ts';
import { readOptions } from '#billing/shared/data/queries.ts';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { readEntry, type InvoiceLine } from './lines.ts';
import { firstSource, mergeBreakdowns, type ProjectRow, type Source } from './merge-breakdowns.ts';

export const shownRowsText = (shown: number, total: number): string => `Showing ${formatNumber(shown)} of ${formatNumber(total)} projects`;

export const projectsPerPage = 50;
/** Number of rows rendered first. Other rows follow in the next frames, so that slow phones respond to the press immediately. */
const rowsAtOnce = 4;

export interface ProjectRows {
  readonly rows: readonly ProjectRow[];
  /** False while only the first rows are rendered. */
  readonly isDrawn: boolean;
  readonly total: number;
  readonly isLoading: boolean;
  /** Error of the last page load, which is already announced; null if no load failed. */
  readonly failure: string | null;
  readonly showMore: () => void;
}

export function useProjectRows(lines: readonly InvoiceLine[]): ProjectRows {
  const slug = useSlug();
  const client = useQueryClient();
  const [read, setRead] = useState<{ lines: readonly InvoiceLine[]; sources: readonly Source[] }>(() => ({
    lines,
    sources: lines.map(firstSource),
  }));
  const [shown, setShown] = useState(projectsPerPage);
  const drawn = useDeferredValue(shown, rowsAtOnce);
  const [status, setStatus] = useState<{ isLoading: boolean; failure: string | null }>({ isLoading: false, failure: null });
  // New amounts change the order of the projects, so the pages of the old lines are dropped.
  const isStale = read.lines.length !== lines.length || read.lines.some((line, index) => line !== lines[index]);
  if (isStale) {
    setRead({ lines, sources: lines.map(firstSource) });
    setShown(projectsPerPage);
  }
  const { rows } = mergeBreakdowns(read.sources);
  const total = lines.reduce((sum, line) => sum + line.entryCount, 0);

  const nextPage = async (source: Source): Promise<Source> => {
    if (source.cursor === null) return source;
    const input = { params: { slug, line_id: source.line.id }, query: { cursor: source.cursor, limit: projectsPerPage } };
    const page = await client.fetchQuery(readOptions('getUpcomingLineBreakdown', input));
    return { ...source, entries: [...source.entries, ...page.breakdown.map(readEntry)], cursor: page.next_cursor };
  };
  const showMore = async () => {
    const wanted = Math.min(shown + projectsPerPage, total);
    setStatus({ isLoading: true, failure: null });
    try {
      let { sources } = read;
      for (
        let merged = mergeBreakdowns(sources);
        merged.rows.length < wanted && merged.unread.length > 0;
        merged = mergeBreakdowns(sources)
      ) {
        sources = await Promise.all(sources.map(nextPage));
      }
      setRead({ lines: read.lines, sources });
      setShown(wanted);
      setStatus({ isLoading: false, failure: null });
      announce(shownRowsText(wanted, total));
    } catch (error) {
      // The cast is safe, because reads throw only CallError.
      const failure = `Failed to load more projects: ${(error as CallError).message}`;
      setStatus({ isLoading: false, failure });
      announce(failure, 'assertive');
    }
  };
  const isDrawn = drawn !== rowsAtOnce || total <= rowsAtOnce;
  return { rows: rows.slice(0, Math.min(shown, drawn)), isDrawn, total, ...status, showMore: () => void showMore() };
}
