import { useRef } from 'react';
import { announce } from '#ui/Announcer/announce.ts';
import { Button } from '#ui/Button/Button.tsx';
import { useFocusToHeading } from '#ui/SectionSheet/use-focus-to-heading.ts';

export interface RetryButtonProps {
  children: string;
  nameSuffix: string;
  onRetry: () => Promise<boolean>;
  isRetrying: boolean;
  words: { readonly begun: string; readonly worked: string; readonly failed: string };
}

/** The button announces results only if it was pressed, because another button may retry the same request. */
export function RetryButton({ children, nameSuffix, onRetry, isRetrying, words }: RetryButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useFocusToHeading(button);
  const retry = async () => {
    announce(words.begun);
    if (await onRetry()) announce(words.worked);
    else if (button.current) announce(words.failed, 'assertive');
  };
  return (
    <Button ref={button} onPress={() => void retry()} nameSuffix={nameSuffix} isPending={isRetrying} pendingMessage={null}>
      {children}
    </Button>
  );
}
