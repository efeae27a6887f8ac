import { useCallback, useState, useSyncExternalStore } from 'react';
import { announcementsOf, mountRegion, noAnnouncements, subscribeAnnouncements } from './announce.ts';
import type { AnnouncerChannel } from './announce.ts';
import styles from './Announcer.module.css';

/**
 * The one place from which changes are spoken: empty at load, filled by `announce()`, emptied again.
 * Mount it once in the page; every dialog brings its own, and only the topmost speaks, because assistive
 * technology may ignore what lies outside an open modal.
 */
export function Announcer({ isInDialog = false }: { isInDialog?: boolean }) {
  const [region] = useState<object>(() => ({}));
  const mount = useCallback(() => mountRegion(region), [region]);
  const current = useSyncExternalStore(subscribeAnnouncements, () => announcementsOf(region), noAnnouncements);
  const messages = (channel: AnnouncerChannel) =>
    current.filter((message) => message.channel === channel).map(({ id, text }) => <p key={id}>{text}</p>);
  // React Aria makes the rest of the page inert under a modal; this attribute is its exception for live regions. A dialog
  // under another dialog must not have one: it would stay reachable, as a dialog whose name is hidden.
  return (
    <div ref={mount} className={styles.root} data-announcer {...(!isInDialog && { 'data-live-announcer': 'true' })}>
      <div role="status" aria-live="polite" aria-atomic="false" aria-relevant="additions">
        {messages('polite')}
      </div>
      {/* What is urgent replaces what was: the region is read as a whole. */}
      <div role="alert" aria-live="assertive" aria-atomic="true" aria-relevant="additions">
        {messages('assertive').slice(-1)}
      </div>
    </div>
  );
}
