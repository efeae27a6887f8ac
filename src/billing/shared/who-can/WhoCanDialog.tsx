import { useEffect } from 'react';
import { subscriptionsRead } from '#contract/permissions.ts';
import type { Proposal, Shape } from '#contract/types.ts';
import { announce } from '#ui/Announcer/announce.ts';
import { Code } from '#ui/Code/Code.tsx';
import { CopyButton } from '#ui/CopyButton/CopyButton.tsx';
import { Dialog, DialogActions } from '#ui/Dialog/Dialog.tsx';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import { useRead } from '#billing/shared/data/queries.ts';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { failureOf } from '#billing/shared/data/section-state.ts';
import { useCapabilities, useIsAllowed, useOrganization, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { AskForThis } from './AskForThis.tsx';
import styles from './WhoCan.module.css';

export type Ability = keyof Shape<'MemberList'>[number]['may'];

export interface WhoCanProps {
  /** Permission that a helper needs. If it is a list, the helper needs all of the permissions. */
  readonly may: Ability | readonly Ability[];
  readonly why: string;
  /** Topic of the dialog, added to the accessible name of the button. */
  readonly subject: string;
  /** Anchor or query of this place on the page, for example "#email" or "?panel=costControl"; empty for the whole page. */
  readonly at: string;
  readonly ask?: Proposal['act'];
}

type Helper = Pick<Shape<'MemberList'>[number], 'username' | 'primary_email'>;

/** Maximum number of listed members. Twelve are enough to find a member who can help. */
const named = 12;

const membersWhoCan = (members: Shape<'MemberList'>, needed: WhoCanProps['may']): readonly Helper[] =>
  members.filter(({ may }) => [needed].flat().every((ability) => may[ability]));

export interface WhoCanDialogProps extends WhoCanProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function WhoCanDialog({ isOpen, onClose, may, why, at, ask }: WhoCanDialogProps) {
  const mayRead = useIsAllowed(subscriptionsRead);
  const hasProposals = useCapabilities()?.includes('proposals');
  const isManaged = useOrganization().data?.billing_via_partner ?? true;
  const mayAsk = ask !== undefined && mayRead === true && hasProposals === true && !isManaged;
  const members = useRead('listMembers', { params: { slug: useSlug() } }, isOpen);
  const helpers = members.data && membersWhoCan(members.data, may);
  const failed = failureOf(members);
  const count = isOpen ? helpers?.length : undefined;
  useEffect(() => {
    if (count !== undefined) announce(count === 1 ? '1 member can do this' : `${count} members can do this`);
  }, [count]);
  return (
    <Dialog isOpen={isOpen} onOpenChange={onClose} title="Who can do this">
      <p>{`${why}.`}</p>
      {!helpers && !failed && <LoadingSheet lines={3} />}
      {failed && <ReadFailure subject="members" title="The list of members could not be read" failed={failed} />}
      {helpers && <Helpers helpers={helpers} />}
      {isOpen && mayAsk && helpers && helpers.length > 0 && <AskForThis act={ask} onSent={onClose} />}
      {isOpen && helpers?.length !== 0 && <Link address={new URL(at, location.origin + location.pathname).href} />}
    </Dialog>
  );
}

function Helpers({ helpers }: { helpers: readonly Helper[] }) {
  if (helpers.length === 0) return <p>No other member of this organization can do this either. Support can help.</p>;
  const more = helpers.length - named;
  return (
    <>
      <p>{helpers.length === 1 ? 'This member can:' : 'These members can:'}</p>
      <ul>
        {helpers.slice(0, named).map(({ username, primary_email: email }) => (
          <li key={username} className={styles.helper}>
            <bdi className={styles.name}>{username}</bdi>
            {', '}
            <TextLink href={`mailto:${email}`}>{email}</TextLink>
          </li>
        ))}
      </ul>
      {more > 0 && <p>{`And ${more} more.`}</p>}
    </>
  );
}

/** The link is selectable text, because the browser may refuse to copy the link. */
function Link({ address }: { address: string }) {
  return (
    <div className={styles.link}>
      <p>Share this link to this section:</p>
      <p>
        <Code>{address}</Code>
      </p>
      <DialogActions>
        <CopyButton value={address}>Copy link</CopyButton>
      </DialogActions>
    </div>
  );
}
