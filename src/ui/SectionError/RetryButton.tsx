import { useRef } from 'react';
import { announce } from '#ui/Announcer/announce.ts';
import { Button } from '#ui/Button/Button.tsx';
import { useFocusToHeading } from '#ui/SectionSheet/use-focus-to-heading.ts';

export interface RetryButtonProps {
  children: string;
  /** What is tried again, for the name of the button. */
  nameSuffix: string;
  /** Resolves when it is over, to whether it worked. */
  onRetry: () => Promise<boolean>;
  isRetrying: boolean;
  /** Spoken when it begins and how it went. */
  words: { readonly begun: string; readonly worked: string; readonly failed: string };
}

/**
 * Another attempt, after which the button is usually gone. It speaks only when it was pressed itself: others may wait for the
 * same answer. It keeps the focus as long as it is there.
 */
export function RetryButton({ children, nameSuffix, onRetry, isRetrying, words }: RetryButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useFocusToHeading(button);
  const retry = async () => {
    announce(words.begun);
    if (await onRetry()) announce(words.worked);
    // Don't announce the failure after the user has left.
    else if (button.current) announce(words.failed, 'assertive');
  };
  return (
    <Button ref={button} onPress={() => void retry()} nameSuffix={nameSuffix} isPending={isRetrying} pendingMessage={null}>
      {children}
    </Button>
  );
}
