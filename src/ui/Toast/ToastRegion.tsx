import { useEffect, useState, useSyncExternalStore } from 'react';
import { announce } from '#ui/Announcer/announce.ts';
import { uiTexts } from '#ui/texts.ts';
import { whenFree } from '#lib/browser/when-used.ts';
import { serverToastSnapshot, subscribeToasts, toastSnapshot } from './toast.ts';
import type { ToastList as ToastListType } from './ToastList.tsx';

const againMs = 2000;

const fetchList = async () => (await import('./ToastList.tsx')).ToastList;

/** Mount this component once. A new message re-renders no component above it. */
export function ToastRegion() {
  const { visible } = useSyncExternalStore(subscribeToasts, toastSnapshot, serverToastSnapshot);
  const [ToastList, setToastList] = useState<typeof ToastListType>();
  const isNeeded = visible.length > 0;

  // Loads the code of the list before the first message, because this message may say that the connection is lost.
  useEffect(() => whenFree(() => void fetchList().catch(() => undefined)), []);
  useEffect(() => {
    const newest = visible.at(-1);
    if (newest === undefined || ToastList) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = () => fetchList().then((list) => setToastList(() => list));
    // Until the list is loaded, messages are only announced. Their time on screen starts when the list is loaded.
    const again = () => void load().catch(() => (timer = setTimeout(again, againMs)));
    load().catch(() => {
      announce(newest.message, newest.severity === 'error' ? 'assertive' : 'polite');
      timer = setTimeout(again, againMs);
    });
    return () => clearTimeout(timer);
  }, [visible, ToastList]);

  return isNeeded && ToastList && <ToastList label={uiTexts.messages} entries={visible} />;
}
