import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { announce } from '#ui/Announcer/announce.ts';

export const worthSayingAfterMs = 1000;

/** Announces that the page is loading, and later that it is loaded, or how many reads failed. Makes each announcement at most once. */
export function LoadingAnnouncer() {
  const client = useQueryClient();
  const waiting = useIsFetching({ predicate: (query) => query.state.data === undefined });
  const hasAnnounced = useRef(false);
  const isOver = useRef(false);
  const isWaiting = waiting > 0;
  useEffect(() => {
    if (isOver.current || (isWaiting && hasAnnounced.current)) return;
    if (isWaiting) {
      const timer = setTimeout(() => {
        hasAnnounced.current = true;
        announce('Loading billing');
      }, worthSayingAfterMs);
      return () => clearTimeout(timer);
    }
    // A busy section has not started its reads yet, so the page is still loading.
    isOver.current = !document.querySelector('section[aria-busy=true]');
    if (!isOver.current || !hasAnnounced.current) return;
    const failed = client
      .getQueryCache()
      .getAll()
      .filter((query) => query.state.status === 'error').length;
    announce(failed === 0 ? 'Billing loaded' : `Billing loaded, ${failed} of its parts failed`);
  }, [isWaiting, client]);
  return null;
}
