import { useEffect, useState } from 'react';
import type { Invoice, ProjectSummary } from '#contract/types.ts';
import { useRead } from '#billing/shared/data/queries.ts';

const none: readonly never[] = [];

/** Maximum number of entries that are read before the user types. */
const mostRead = 100;
/** Maximum number of entries that one search request to the platform returns. */
const mostFound = 20;
/** Time in milliseconds after the last key press until the search is requested. */
const restMs = 200;

function useRested(sought: string): string {
  const [rested, setRested] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setRested(sought.trim()), restMs);
    return () => clearTimeout(timer);
  }, [sought]);
  return rested;
}

const joined = <T>(read: readonly T[], found: readonly T[], idOf: (entry: T) => string): T[] => [
  ...new Map([...read, ...found].map((entry) => [idOf(entry), entry])).values(),
];

/** Returns projects. Searches on the platform only if the organization has more projects than were already read. */
export function useFoundProjects(slug: string, sought: string, isOn: boolean): readonly ProjectSummary[] {
  const search = useRested(sought);
  const first = useRead('listProjects', { params: { slug }, query: { limit: mostRead } }, isOn).data;
  const hasMore = first !== undefined && first.pagination.count > first.projects.length;
  const found = useRead('listProjects', { params: { slug }, query: { limit: mostFound, search } }, isOn && hasMore && search !== '');
  return joined(first?.projects ?? none, found.data?.projects ?? none, ({ ref }) => ref);
}

/** Returns the newest invoices, and invoices found by number. Searches for the first typed word that contains a digit. */
export function useFoundInvoices(slug: string, sought: string, isOn: boolean, canFind: boolean): readonly Invoice[] {
  const search = /\S*\d\S*/.exec(useRested(sought))?.[0] ?? '';
  const first = useRead('listInvoices', { params: { slug }, query: { offset: 0, limit: mostRead } }, isOn).data ?? none;
  const hasMore = canFind && first.length === mostRead;
  const found = useRead(
    'listInvoices',
    { params: { slug }, query: { offset: 0, limit: mostFound, search } },
    isOn && hasMore && search !== '',
  );
  return joined(first, found.data ?? none, ({ id }) => id);
}
