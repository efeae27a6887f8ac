import { createContext, use, useSyncExternalStore } from 'react';
import { serverNowMs } from '#lib/browser/server-now.ts';

const minuteMs = 60_000;

/** Server time of the document, in Unix seconds. */
export const DocumentTimeContext = createContext(0);

function everyMinute(changed: () => void): () => void {
  const timer = setInterval(changed, minuteMs);
  return () => clearInterval(timer);
}

/** Current time in Unix seconds, rounded down to the minute, so that two reads in one render agree. */
const thisMinute = (): number => Math.floor(serverNowMs() / minuteMs) * 60;

/** The platform's time in Unix seconds. Hydrates with the document's time, then updates every minute. */
export function useNowSeconds(): number {
  const documentTime = use(DocumentTimeContext);
  return useSyncExternalStore(everyMinute, thisMinute, () => documentTime);
}
