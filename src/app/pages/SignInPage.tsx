import { useQueryClient } from '@tanstack/react-query';
import { useSearch } from 'wouter';
import { Button } from '#ui/Button/Button.tsx';
import { PageHeading } from '#app/frame/PageHeading.tsx';
import { useTitle } from '#app/title.ts';
import { sandboxMembersKey, type SandboxMembers } from './sandbox-members.ts';
import styles from './SignInPage.module.css';

/** One native form for each member of the sandbox: it signs in without any script. */
export function SignInPage() {
  useTitle(['Sign in']);
  const next = new URLSearchParams(useSearch()).get('next') ?? '/';
  const members = useQueryClient().getQueryData<SandboxMembers>(sandboxMembersKey) ?? [];
  return (
    <div className={styles.root}>
      <PageHeading>Sign in</PageHeading>
      {members.length > 0 ? (
        <p>This is the sandbox: choose who you are. Each member has other rights.</p>
      ) : (
        <p>Sign in through your organization&rsquo;s identity provider.</p>
      )}
      <ul className={styles.members}>
        {members.map((member) => (
          <li key={member.handle} className={styles.member}>
            <form action="/sign-in" method="post">
              <input type="hidden" name="next" value={next} />
              <input type="hidden" name="member" value={member.handle} />
              <Button type="submit" aria-describedby={`member-${member.handle}`}>
                {`Sign in as ${member.handle}`}
              </Button>
            </form>
            <p id={`member-${member.handle}`} className={styles.about}>
              {member.description}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
