import { use, useSyncExternalStore } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useSearch } from 'wouter';
import { Button } from '#ui/Button/Button.tsx';
import { LinkButton } from '#ui/LinkButton/LinkButton.tsx';
import { Notice } from '#ui/Notice/Notice.tsx';
import { PageHeading } from '#app/frame/PageHeading.tsx';
import { ServedContext } from '#app/served.ts';
import { useTitle } from '#app/title.ts';
import { supportAddress } from '#lib/addresses.ts';
import { forgetStored } from '#lib/browser/forget-stored.ts';
import type { SignInProblem } from '#lib/sign-in-problems.ts';
import { sessionTexts } from '#lib/texts/sessions.ts';
import { uiTexts } from '#ui/texts.ts';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import { signInWaysKey, type SignInWays } from './sign-in-ways.ts';
import styles from './SignInPage.module.css';

const never = () => () => undefined;
const noWays: SignInWays = { members: [], provider: null, refusedAddress: null };

/** Messages by problem. @param address the rejected email address; a phrase such as 'your address' if the address is unknown */
const problems: Readonly<Record<SignInProblem, (address: string) => string>> = {
  expired: () => 'Your sign-in took too long or was started in another browser. Please sign in again.',
  refused: () => 'The identity provider did not sign you in. Please sign in again.',
  unknown: (address) => `No organization has a member with ${address}. Sign in with the address that you were invited with.`,
  unverified: (address) => `Your identity provider has not verified ${address}. Verify it there and sign in again.`,
  clock: () => 'The clock of this platform and the clock of your identity provider differ. Please contact support.',
  unavailable: () => 'Your identity provider does not answer at the moment. Please try again in a few minutes.',
};

const isProblem = (name: string): name is SignInProblem => Object.hasOwn(problems, name);

/** Works without scripts. In the sandbox, the page also has a button per member. */
export function SignInPage() {
  useTitle(['Sign in']);
  const search = new URLSearchParams(useSearch());
  // Browsers never send the URL's fragment to the server, so it is added to the return address here.
  const next =
    (search.get('next') ?? '/') +
    useSyncExternalStore(
      never,
      () => location.hash,
      () => '',
    );
  const problem = search.get('problem') ?? '';
  const { members, provider, refusedAddress } = useQueryClient().getQueryData<SignInWays>(signInWaysKey) ?? noWays;
  return (
    <div className={styles.root}>
      <PageHeading>Sign in</PageHeading>
      {isProblem(problem) && (
        <Notice title="You are not signed in." variant="warning">
          <p>{problems[problem](refusedAddress ?? 'your address')}</p>
          <p>
            <TextLink href={supportAddress}>{uiTexts.support}</TextLink>
          </p>
        </Notice>
      )}
      {provider !== null && (
        <>
          <p>Sign in through your organization's identity provider.</p>
          <p>
            <LinkButton href={`${provider}?next=${encodeURIComponent(next)}`} variant="primary">
              Continue to sign in
            </LinkButton>
          </p>
        </>
      )}
      {members.length > 0 && <SandboxMembers members={members} next={next} />}
      {use(ServedContext).signedIn && (
        <form action="/sign-out/everywhere" method="post" onSubmit={forgetStored}>
          <Button type="submit" variant="quiet">
            {sessionTexts.endAll}
          </Button>
        </form>
      )}
    </div>
  );
}

function SandboxMembers({ members, next }: Pick<SignInWays, 'members'> & { next: string }) {
  return (
    <>
      <p>This is the sandbox: choose who you are. Each member has different permissions.</p>
      <form action="/sign-in" method="post">
        <input type="hidden" name="next" value={next} />
        <ul className={styles.members}>
          {members.map((member) => (
            <li key={member.handle} className={styles.member}>
              <Button type="submit" name="member" value={member.handle} aria-describedby={`member-${member.handle}`} data-print="always">
                {`Sign in as ${member.handle}`}
              </Button>
              <p id={`member-${member.handle}`} className={styles.about}>
                {member.description}
              </p>
            </li>
          ))}
        </ul>
      </form>
    </>
  );
}
