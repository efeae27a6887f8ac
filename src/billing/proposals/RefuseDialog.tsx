import type { Proposal } from '#contract/types.ts';
import { focusPlace } from '#lib/browser/focus-place.ts';
import { fillText } from '#lib/texts/fill.ts';
import { describeProposal, proposalsTexts as texts } from '#lib/texts/proposals.ts';
import { AlertDialog } from '#ui/AlertDialog/AlertDialog.tsx';
import { announce } from '#ui/Announcer/announce.ts';
import { readKey } from '#billing/shared/data/queries.ts';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { useWrite } from '#billing/shared/data/write.ts';
import { FailureNote } from '#billing/shared/page/FailureNote.tsx';
import { proposalsHeading } from './proposal-messages.ts';

export interface RefuseProps {
  readonly proposal: Proposal;
  readonly onClose: () => void;
}

/** A refused proposal moves to the list of decided proposals, so the focus moves to the section's heading. */
export function RefuseDialog({ proposal, onClose }: RefuseProps) {
  const slug = useSlug();
  const { write, isPending, failure } = useWrite('refuseProposal', {
    place: 'alert',
    failure: (message) => fillText(texts.refuseFailed, { message }),
    onSuccess: (_result, _input, client) => client.invalidateQueries({ queryKey: readKey('listProposals', { params: { slug } }) }),
  });
  const refuse = async (): Promise<void> => {
    const { ok } = await write({ params: { slug, proposal_id: proposal.id } });
    if (!ok) return;
    onClose();
    focusPlace(proposalsHeading());
    announce(texts.refused);
  };
  return (
    <AlertDialog
      isOpen
      onOpenChange={(next) => !next && onClose()}
      returnFocusTo={proposalsHeading}
      title={texts.refuseTitle}
      description={describeProposal(proposal)}
      actionLabel={texts.refuse}
      cancelLabel={texts.cancel}
      variant="danger"
      onAction={() => void refuse()}
      busyMessage={isPending ? texts.refusing : null}
    >
      {failure && <FailureNote {...failure} />}
    </AlertDialog>
  );
}
