import { Notice } from '#ui/Notice/Notice.tsx';
import { planChangeTexts } from '#lib/texts/plan-change.ts';

/** A toast has already announced the message. */
export function ProcessingNote({ message }: { message: string }) {
  return (
    <Notice variant="info" title={planChangeTexts.processingTitle}>
      <p>{message}</p>
      <p>You can close this. {planChangeTexts.processingEnd}</p>
    </Notice>
  );
}
