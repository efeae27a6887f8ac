import { useCallback, useState, useSyncExternalStore } from 'react';
import { announcementsOf, mountRegion, noAnnouncements, subscribeAnnouncements } from './announce.ts';
import type { AnnouncerChannel } from './announce.ts';
import styles from './Announcer.module.css';

/** Live region for announcements. Mount one in the page and one per dialog. Only the region of the topmost dialog gets messages. */
export function Announcer({ isInDialog = false }: { isInDialog?: boolean }) {
  const [region] = useState<object>(() => ({}));
  const mount = useCallback(() => mountRegion(region), [region]);
  const current = useSyncExternalStore(subscribeAnnouncements, () => announcementsOf(region), noAnnouncements);
  const messages = (channel: AnnouncerChannel) =>
    current.filter((message) => message.channel === channel).map(({ id, text }) => <p key={id}>{text}</p>);
  // React Aria keeps elements with `data-live-announcer` usable under a modal. An announcer in a dialog lacks this attribute,
  // because the dialog would otherwise stay usable under another modal.
  return (
    <div ref={mount} className={styles.root} data-announcer {...(!isInDialog && { 'data-live-announcer': 'true' })}>
      <div role="status" aria-live="polite" aria-atomic="false" aria-relevant="additions">
        {messages('polite')}
      </div>
      {/* Only the last urgent message is kept, because the region is read as a whole. */}
      <div role="alert" aria-live="assertive" aria-atomic="true" aria-relevant="additions">
        {messages('assertive').slice(-1)}
      </div>
    </div>
  );
}
