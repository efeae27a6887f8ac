import { useEffect, useState, useSyncExternalStore } from 'react';
import { announce } from '#ui/Announcer/announce.ts';
import { texts } from '#ui/texts.ts';
import { serverToastSnapshot, subscribeToasts, toastSnapshot } from './toast.ts';
import type { ToastList as ToastListType } from './ToastList.tsx';

/** Where toasts appear. Mount it once. Nothing above it renders again when a message comes. */
export function ToastRegion() {
  const { visible } = useSyncExternalStore(subscribeToasts, toastSnapshot, serverToastSnapshot);
  const [ToastList, setToastList] = useState<typeof ToastListType>();
  const isNeeded = visible.length > 0;

  // Nothing is drawn before the first message, so nothing is loaded for it either. Not by React.lazy, which holds back
  // what it reveals by up to a third of a second. Without a connection the next message tries again, or the connection itself.
  useEffect(() => {
    const newest = visible.at(-1);
    if (newest === undefined || ToastList) return;
    const load = async () => {
      const loaded = await import('./ToastList.tsx');
      setToastList(() => loaded.ToastList);
    };
    // Messages wait, with their full time, for the one that gets through; until then they are heard at least.
    load().catch(() => announce(newest.message, newest.severity === 'error' ? 'assertive' : 'polite'));
    const again = () => void load().catch(() => undefined);
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [visible, ToastList]);

  return isNeeded && ToastList && <ToastList label={texts.messages} entries={visible} />;
}
