import { useSyncExternalStore } from 'react';
import { signInAddress } from '#lib/addresses.ts';
import { signInFromHere } from '#lib/browser/ended-session.ts';
import { SectionError } from '#ui/SectionError/SectionError.tsx';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import type { FailedState } from './section-state.ts';

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

const never = () => () => undefined;
const toStart = () => signInAddress('/');

/** Link to sign in. It opens a new tab, so that typed text on this page stays. */
export function SignInAgain() {
  return (
    <p>
      <TextLink href={useSyncExternalStore(never, signInFromHere, toStart)} opensInNewTab>
        Sign in again
      </TextLink>
    </p>
  );
}
