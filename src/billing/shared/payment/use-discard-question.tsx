import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { AlertDialog } from '#ui/AlertDialog/AlertDialog.tsx';

const usualWords = {
  title: 'Discard what you entered?',
  description: 'Your entries in this form are not saved. If you close it now, they are lost.',
  actionLabel: 'Discard',
  cancelLabel: 'Keep editing',
};

interface DiscardQuestion {
  readonly isFilled: () => boolean;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  /** Texts that replace the usual question. Needed if closing would lose something other than typed input. */
  readonly words?: typeof usualWords;
}

/** Asks before a filled form closes or the page is left. @returns `close` for all controls that close the form; `question` to render */
export function useDiscardQuestion({ isFilled, isBusy, onClose, words = usualWords }: DiscardQuestion) {
  const [isAsked, setAsked] = useState(false);
  const lastFocused = useRef<Element | null>(null);
  const close = () => {
    if (isBusy) return;
    if (!isFilled()) return onClose();
    lastFocused.current = document.activeElement;
    setAsked(true);
  };
  // While the form is busy, the browser does not ask whether to leave the page, because the payment may redirect to a bank.
  const guardUnload = useEffectEvent((event: BeforeUnloadEvent) => !isBusy && isFilled() && event.preventDefault());
  useEffect(() => {
    const listener = (event: BeforeUnloadEvent) => guardUnload(event);
    window.addEventListener('beforeunload', listener);
    return () => window.removeEventListener('beforeunload', listener);
  }, []);
  const question = (
    <AlertDialog
      isOpen={isAsked}
      onOpenChange={() => setAsked(false)}
      // Returns the focus explicitly, because React Aria does not return it to a combo box of the dialog below the question.
      returnFocusTo={() => (lastFocused.current instanceof HTMLElement ? lastFocused.current : null)}
      {...words}
      variant="danger"
      onAction={() => {
        setAsked(false);
        onClose();
      }}
    />
  );
  return { close, question };
}
