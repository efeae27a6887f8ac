import { Notice } from '#ui/Notice/Notice.tsx';
import { planChangeTexts } from '#lib/texts/plan-change.ts';

/** A payment that goes on by itself: nothing is lost by closing. The message was told by a toast already. */
export function ProcessingNote({ message }: { message: string }) {
  return (
    <Notice variant="info" title={planChangeTexts.processingTitle}>
      <p>{message}</p>
      <p>You can close this. {planChangeTexts.processingEnd}</p>
    </Notice>
  );
}
