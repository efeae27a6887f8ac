import { useState } from 'react';
import { Button } from '#ui/Button/Button.tsx';

/** Label for a payment that the payer must complete. */
export const continueLabel = 'Continue the payment';

/** Label if the bank must only confirm a card. */
export const confirmCardLabel = 'Confirm the card';

export interface MainAction {
  readonly label: string;
  readonly run: () => Promise<unknown>;
}

export interface MainButtonProps {
  action: MainAction | null;
  isBusy: boolean;
}

/** The main button of a dialog. Its action changes in place, so that it keeps the focus. */
export function MainButton({ action, isBusy }: MainButtonProps) {
  const [pressed, setPressed] = useState(action);
  // Keeps the label of the running action.
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
