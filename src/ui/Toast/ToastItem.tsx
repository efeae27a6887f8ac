import { useEffect, useState } from 'react';
import { IconButton } from '#ui/IconButton/IconButton.tsx';
import { texts } from '#ui/texts.ts';
import type { ToastEntry } from './toast.ts';
import styles from './Toast.module.css';

export interface ToastItemProps {
  entry: ToastEntry;
  onClose: () => void;
}

export function ToastItem({ entry: { message, severity }, onClose }: ToastItemProps) {
  // A live region has to stand in the page before its words come; words that come with it are often not spoken.
  const [isSpoken, setIsSpoken] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setIsSpoken(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <li className={styles.item} data-severity={severity}>
      <p className={styles.message} role={severity === 'error' ? 'alert' : 'status'}>
        {isSpoken && message}
      </p>
      <IconButton icon="close" label={texts.close} nameSuffix={`: ${message}`} onPress={onClose} />
    </li>
  );
}
