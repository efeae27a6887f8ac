import { Notice } from '#ui/Notice/Notice.tsx';
import { processingWords } from './PendingChange.tsx';

/** A payment that goes on by itself: nothing is lost by closing. The message was told by a toast already. */
export function ProcessingNote({ message }: { message: string }) {
  return (
    <Notice variant="info" title={processingWords.title}>
      <p>{message}</p>
      <p>You can close this. {processingWords.end}</p>
    </Notice>
  );
}
