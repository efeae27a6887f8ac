import { Button } from '#ui/Button/Button.tsx';
import { Notice } from '#ui/Notice/Notice.tsx';

/** A payment that goes on by itself: nothing is lost by closing. The message was told by a toast already. */
export function ProcessingNote({ message, onCheck }: { message: string; onCheck: () => void }) {
  return (
    <Notice variant="info" title="Your payment is on its way" actions={<Button onPress={onCheck}>Check again</Button>}>
      <p>{message}</p>
      <p>You can close this. Your plan changes by itself when the payment has gone through.</p>
    </Notice>
  );
}
