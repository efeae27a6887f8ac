import { useState } from 'react';
import { Button } from '#ui/Button/Button.tsx';

export const continueLabel = 'Continue the payment';

export const confirmCardLabel = 'Confirm the card';

export interface MainAction {
  readonly label: string;
  readonly run: () => Promise<unknown>;
}

export interface MainButtonProps {
  action: MainAction | null;
  isBusy: boolean;
}

/** The action changes in place, so that the button keeps the focus. */
export function MainButton({ action, isBusy }: MainButtonProps) {
  const [pressed, setPressed] = useState(action);
  // While an action runs, the button keeps the label of this action.
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
