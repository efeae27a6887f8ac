import { useEffect, useState } from 'react';
import type { Invoice, ProjectSummary } from '#contract/types.ts';
import { useRead } from '#billing/shared/data/queries.ts';

const none: readonly never[] = [];

/** Entries that the search reads before anything is typed. */
const mostRead = 100;
/** Entries that one search of the platform returns. */
const mostFound = 20;
/** Pause in typing after which the search is requested, in milliseconds. */
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

/** Requests a search only if there are more projects than the first page. */
export function useFoundProjects(slug: string, sought: string, isOn: boolean): readonly ProjectSummary[] {
  const search = useRested(sought);
  const first = useRead('listProjects', { params: { slug }, query: { limit: mostRead } }, isOn).data;
  const hasMore = first !== undefined && first.pagination.count > first.projects.length;
  const found = useRead('listProjects', { params: { slug }, query: { limit: mostFound, search } }, isOn && hasMore && search !== '');
  return joined(first?.projects ?? none, found.data?.projects ?? none, ({ ref }) => ref);
}

/** The newest invoices, and those whose number contains the first word with a digit. */
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
