import { useState } from 'react';
import { Button } from '#ui/Button/Button.tsx';

/** Goes on with a payment that waits for its payer. */
export const continueLabel = 'Continue the payment';

/** The same where the bank has only to set up a card. */
export const confirmCardLabel = 'Confirm the card';

export interface MainAction {
  readonly label: string;
  readonly run: () => Promise<unknown>;
}

export interface MainButtonProps {
  /** What there is to do now; null while there is nothing. */
  action: MainAction | null;
  isBusy: boolean;
}

/** The one main button of a dialog: what it does changes in its place, so that it keeps the focus. */
export function MainButton({ action, isBusy }: MainButtonProps) {
  const [pressed, setPressed] = useState(action);
  // While something runs, it is still the button that began it.
  const shown = isBusy ? pressed : action;
  if (!shown) return null;
  const press = () => {
    setPressed(shown);
    void shown.run();
  };
  return (
    <Button variant="primary" onPress={press} isPending={isBusy} pendingMessage={null}>
      {shown.label}
    </Button>
  );
}
