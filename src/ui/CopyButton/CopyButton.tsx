import { useRef, useState } from 'react';
import { announce } from '#ui/Announcer/announce.ts';
import { Button } from '#ui/Button/Button.tsx';
import { Icon } from '#ui/Icon/Icon.tsx';
import { uiTexts } from '#ui/texts.ts';
import styles from './CopyButton.module.css';

export const COPIED_SHOWS_MS = 3_000;

export interface CopyButtonProps {
  value: string;
  /** Accessible name. It does not change when the icon shows success. */
  children: string;
}

export function CopyButton({ value, children }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
    } catch {
      announce(uiTexts.copyFailed, 'assertive');
      return;
    }
    announce(uiTexts.copied);
    setIsCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsCopied(false), COPIED_SHOWS_MS);
  };
  return (
    <Button onPress={() => void copy()}>
      <span className={styles.sign} data-copied={isCopied || undefined}>
        <Icon name={isCopied ? 'check' : 'copy'} />
      </span>
      {children}
      {isCopied && (
        <span className={styles.word} aria-hidden="true">
          {uiTexts.copied}
        </span>
      )}
    </Button>
  );
}
