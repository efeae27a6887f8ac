import { useEffect, useState, useSyncExternalStore } from 'react';
import { announce } from '#ui/Announcer/announce.ts';
import { uiTexts } from '#ui/texts.ts';
import { whenFree } from '#lib/browser/when-used.ts';
import { serverToastSnapshot, subscribeToasts, toastSnapshot } from './toast.ts';
import type { ToastList as ToastListType } from './ToastList.tsx';

/** Pause before what could not be fetched is asked for again, in milliseconds. */
const againMs = 2000;

const fetchList = async () => (await import('./ToastList.tsx')).ToastList;

/** Where toasts appear. Mount it once. Nothing above it renders again when a message comes. */
export function ToastRegion() {
  const { visible } = useSyncExternalStore(subscribeToasts, toastSnapshot, serverToastSnapshot);
  const [ToastList, setToastList] = useState<typeof ToastListType>();
  const isNeeded = visible.length > 0;

  // Fetched once the page is used: the first message may be that the connection is gone. Not by React.lazy, which holds back
  // what it reveals by up to a third of a second.
  useEffect(() => whenFree(() => void fetchList().catch(() => undefined)), []);
  useEffect(() => {
    const newest = visible.at(-1);
    if (newest === undefined || ToastList) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = () => fetchList().then((list) => setToastList(() => list));
    // Messages wait, with their full time, for the list that gets through; until then they are heard at least.
    const again = () => void load().catch(() => (timer = setTimeout(again, againMs)));
    load().catch(() => {
      announce(newest.message, newest.severity === 'error' ? 'assertive' : 'polite');
      timer = setTimeout(again, againMs);
    });
    return () => clearTimeout(timer);
  }, [visible, ToastList]);

  return isNeeded && ToastList && <ToastList label={uiTexts.messages} entries={visible} />;
}
