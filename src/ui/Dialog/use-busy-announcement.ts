import { useEffect } from 'react';
import { announcePassing, withdrawPassing } from '#ui/Announcer/announce.ts';
import { texts } from '#ui/texts.ts';

/** After this long the wait is spoken again. */
export const STILL_WORKING_AFTER_MS = 10_000;

/** Speaks the message when a wait begins and, while it lasts, that it still does. Pending buttons alone say nothing. */
export function useBusyAnnouncement(message: string | null) {
  useEffect(() => {
    if (message === null) return;
    announcePassing(message);
    const timer = setInterval(() => announcePassing(texts.stillWorking(message)), STILL_WORKING_AFTER_MS);
    return () => {
      clearInterval(timer);
      withdrawPassing();
    };
  }, [message]);
}
