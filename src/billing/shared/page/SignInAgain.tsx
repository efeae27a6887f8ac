import { useSyncExternalStore } from 'react';
import { signInAddress } from '#lib/addresses.ts';
import { signInFromHere } from '#lib/browser/ended-session.ts';
import { TextLink } from '#ui/TextLink/TextLink.tsx';

const never = () => () => undefined;
const toStart = () => signInAddress('/');

/** The way to sign in after the session has ended: in another tab, so that what is typed on this page stays. */
export function SignInAgain() {
  return (
    <p>
      <TextLink href={useSyncExternalStore(never, signInFromHere, toStart)} opensInNewTab>
        Sign in again
      </TextLink>
    </p>
  );
}
