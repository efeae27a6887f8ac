import { createContext, use, useSyncExternalStore } from 'react';
import { serverNowMs } from '#lib/browser/server-now.ts';

const minuteMs = 60_000;

/** The platform's time when the document was made, in unix seconds. */
export const DocumentTimeContext = createContext(0);

function everyMinute(changed: () => void): () => void {
  const timer = setInterval(changed, minuteMs);
  return () => clearInterval(timer);
}

/** To the minute, so that reading it twice in one render gives the same. */
const thisMinute = (): number => Math.floor(serverNowMs() / minuteMs) * 60;

/**
 * The platform's time in unix seconds. A part comes to life with the time that its HTML was made with, whenever that
 * happens, and follows the minutes from then on.
 */
export function useNowSeconds(): number {
  const documentTime = use(DocumentTimeContext);
  return useSyncExternalStore(everyMinute, thisMinute, () => documentTime);
}
