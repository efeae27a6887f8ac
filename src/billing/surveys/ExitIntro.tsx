import { formatDate } from '#lib/dates/format.ts';
import { Notice } from '#ui/Notice/Notice.tsx';

/** `effectiveAt` is in Unix seconds; null for an immediate change. */
export function ExitIntro({ isDone, effectiveAt }: { isDone: boolean; effectiveAt: number | null }) {
  if (!isDone) return <p>Before you go: tell us why. Your answer is sent with the downgrade, which starts when you confirm it here.</p>;
  return (
    <Notice variant="positive" title={effectiveAt === null ? 'The downgrade is done' : 'The downgrade is scheduled'}>
      {effectiveAt === null
        ? 'This organization is on the Free Plan. Only your answers are left to be sent.'
        : `This organization changes to the Free Plan on ${formatDate(effectiveAt)}. Only your answers are left to be sent.`}
    </Notice>
  );
}
