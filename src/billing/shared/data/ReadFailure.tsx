import { SectionError } from '#ui/SectionError/SectionError.tsx';
import { SignInAgain } from '#billing/shared/page/FailureNote.tsx';
import type { FailedState } from './section-state.ts';

/** A read that failed, where its result would stand: what failed, the platform's words, another attempt. */
export function ReadFailure({ subject, title, failed }: { subject: string; title: string; failed: FailedState }) {
  return (
    <SectionError
      message={title}
      detail={failed.message ?? undefined}
      attempt={failed.attempts}
      sectionTitle={subject}
      isRetrying={failed.retrying}
      onRetry={failed.retry}
    >
      {failed.isSignedOut && <SignInAgain />}
    </SectionError>
  );
}
