import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { announce } from '#ui/Announcer/announce.ts';

/** A wait shorter than this is not worth a word. Milliseconds. */
const worthSayingAfterMs = 1000;

/** Says once that the page is loading and once that it is there (or what is missing), never one message per section. */
export function LoadingWords() {
  const client = useQueryClient();
  const waiting = useIsFetching({ predicate: (query) => query.state.data === undefined });
  const said = useRef(false);
  const isWaiting = waiting > 0;
  useEffect(() => {
    if (isWaiting) {
      const timer = setTimeout(() => {
        said.current = true;
        announce('Loading billing');
      }, worthSayingAfterMs);
      return () => clearTimeout(timer);
    }
    if (!said.current) return;
    said.current = false;
    const failed = client
      .getQueryCache()
      .getAll()
      .filter((query) => query.state.status === 'error').length;
    announce(failed === 0 ? 'Billing loaded' : `Billing loaded, ${failed} of its parts failed`);
  }, [isWaiting, client]);
  return null;
}
