import { useSyncExternalStore } from 'react';
import { Checkbox } from '#ui/Checkbox/Checkbox.tsx';
import { Disclosure } from '#ui/Disclosure/Disclosure.tsx';
import { texts } from '#ui/texts.ts';
import { serverToastSnapshot, setKeepsMessages, subscribeToasts, toastSnapshot } from '#ui/Toast/toast.ts';
import styles from './RecentMessages.module.css';

/** What the toasts said, for whoever missed one, and the choice to keep them on screen. */
export function RecentMessages() {
  const { recent, keepsMessages } = useSyncExternalStore(subscribeToasts, toastSnapshot, serverToastSnapshot);
  return (
    <div data-print="never">
      <Disclosure title={texts.recentMessages} headingLevel={2}>
        {recent.length === 0 ? (
          <p className={styles.message}>{texts.noRecentMessages}</p>
        ) : (
          <ol role="list" reversed>
            {recent.map(({ id, message }) => (
              <li key={id} className={styles.message}>
                {message}
              </li>
            ))}
          </ol>
        )}
        <Checkbox isSelected={keepsMessages} onChange={setKeepsMessages}>
          {texts.keepMessages}
        </Checkbox>
      </Disclosure>
    </div>
  );
}
