import { Notice } from '#ui/Notice/Notice.tsx';

/** A payment that goes on by itself: nothing is lost by closing. The message was told by a toast already. */
export function ProcessingNote({ message }: { message: string }) {
  return (
    <Notice variant="info" title="Your payment is on its way">
      <p>{message}</p>
      <p>You can close this. Your plan changes by itself when the payment has gone through.</p>
    </Notice>
  );
}
