import { useSyncExternalStore } from 'react';
import { NativeChoice } from '#ui/Choice/NativeChoice.tsx';
import { Disclosure } from '#ui/Disclosure/Disclosure.tsx';
import { uiTexts } from '#ui/texts.ts';
import { serverToastSnapshot, setKeepsMessages, subscribeToasts, toastSnapshot } from '#ui/Toast/toast.ts';
import styles from './RecentMessages.module.css';

export function RecentMessages() {
  const { recent, keepsMessages } = useSyncExternalStore(subscribeToasts, toastSnapshot, serverToastSnapshot);
  return (
    <div data-print="never">
      <Disclosure title={uiTexts.recentMessages} headingLevel={2}>
        {recent.length === 0 ? (
          <p className={styles.message}>{uiTexts.noRecentMessages}</p>
        ) : (
          <ol role="list" reversed>
            {recent.map(({ id, message }) => (
              <li key={id} className={styles.message}>
                {message}
              </li>
            ))}
          </ol>
        )}
        <NativeChoice type="checkbox" checked={keepsMessages} onChange={({ target }) => setKeepsMessages(target.checked)}>
          {uiTexts.keepMessages}
        </NativeChoice>
      </Disclosure>
    </div>
  );
}
