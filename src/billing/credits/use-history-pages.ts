import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#lib/message-of.ts';
import { formatNumber } from '#lib/number-text.ts';
import { announce } from '#ui/Announcer/announce.ts';
import { readOptions, useRead } from '#billing/shared/data/queries.ts';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';

type Cursor = string | undefined;

export const historyInput = (slug: string, cursor: Cursor) => ({ params: { slug }, query: cursor === undefined ? {} : { cursor } });

export function useHistoryPages() {
  const slug = useSlug();
  const client = useQueryClient();
  const [cursors, setCursors] = useState<readonly Cursor[]>([undefined]);
  const [status, setStatus] = useState<{ isLoading: boolean; failure: string | null }>({ isLoading: false, failure: null });
  const next = useRead('listCreditHistory', historyInput(slug, cursors.at(-1))).data?.next_cursor ?? null;

  const read = async (cursor: Cursor) =>
    (await client.ensureQueryData(readOptions('listCreditHistory', historyInput(slug, cursor)))).entries;
  const showOlder = async () => {
    if (next === null) return;
    const wanted = [...cursors, next];
    setStatus({ isLoading: true, failure: null });
    try {
      const pages = await Promise.all(wanted.map(read));
      setCursors(wanted);
      setStatus({ isLoading: false, failure: null });
      announce(`Showing ${formatNumber(pages.flat().length)} entries`);
    } catch (error) {
      const failure = `Failed to load older entries: ${messageOf(error)}`;
      setStatus({ isLoading: false, failure });
      announce(failure, 'assertive');
    }
  };
  return { cursors, hasOlder: next !== null, ...status, showOlder: () => void showOlder() };
}
