import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { Proposal } from '#contract/types.ts';
import { fillText } from '#lib/texts/fill.ts';
import { describeProposal, proposalsTexts as texts } from '#lib/texts/proposals.ts';
import { announce } from '#ui/Announcer/announce.ts';
import { Button } from '#ui/Button/Button.tsx';
import { Dialog, DialogActions } from '#ui/Dialog/Dialog.tsx';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { Notice } from '#ui/Notice/Notice.tsx';
import { uiTexts } from '#ui/texts.ts';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { readKey, useRead } from '#billing/shared/data/queries.ts';
import { failureOf } from '#billing/shared/data/section-state.ts';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { useWrite } from '#billing/shared/data/write.ts';
import { FailureNote } from '#billing/shared/page/FailureNote.tsx';
import { actAddress } from '#billing/shared/page/proposed-act.ts';
import { isSamePrice, limitWords, priceRows, type Review } from './proposal-messages.ts';
import styles from './Proposals.module.css';

export interface ReviewProps {
  readonly proposal: Proposal;
  readonly onClose: () => void;
}

/** Approves a proposal at the shown price, then opens the dialog that completes the proposal. */
export function ReviewDialog({ proposal, onClose }: ReviewProps) {
  const slug = useSlug();
  const [, navigate] = useLocation();
  const [approvedReview, setApprovedReview] = useState<Review | null>(null);
  const query = useRead('listProposals', { params: { slug }, query: { review: proposal.id } });
  const review = query.data?.review;
  const { write, isPending, failure } = useWrite('approveProposal', {
    place: 'inline',
    failure: (message) => fillText(texts.approveFailed, { message }),
    onSuccess: (_result, _input, client) => client.invalidateQueries({ queryKey: readKey('listProposals', { params: { slug } }) }),
    // If the price has changed or is too old, loads the current price, which the member must approve again.
    onFailure: ({ code }) => (code === 'quote_changed' ? query.refetch() : undefined),
  });
  const failed = failureOf(query);
  // Reads the price again, because the platform rejects an approval whose price is too old.
  const { refetch } = query;
  useEffect(() => void refetch(), [refetch]);
  const approve = async (shown: Review): Promise<void> => {
    setApprovedReview(shown);
    const { due_now_cents, monthly_cents, priced_at } = shown;
    const result = await write({ params: { slug, proposal_id: proposal.id }, body: { due_now_cents, monthly_cents, priced_at } });
    if (!result.ok) return;
    announce(texts.approved);
    onClose();
    navigate(actAddress(slug, proposal));
  };
  const isAgain = approvedReview !== null && review !== undefined && approvedReview !== review;
  return (
    <Dialog isOpen onOpenChange={(next) => !next && onClose()} title={texts.reviewTitle} busyMessage={isPending ? texts.approving : null}>
      <p>{describeProposal(proposal)}</p>
      <blockquote>
        <bdi>{proposal.reason}</bdi>
      </blockquote>
      {failed && <ReadFailure subject="price" title={texts.failed} failed={failed} />}
      {!review && !failed && <LoadingSheet lines={3} />}
      {review && <ReviewFacts proposal={proposal} review={review} />}
      {failure && !isAgain && <FailureNote {...failure} />}
      <DialogActions>
        <Button
          variant="primary"
          isPending={isPending}
          pendingMessage={null}
          unavailableReason={review ? (review.obstacle ?? undefined) : texts.loadingReview}
          onPress={() => review && void approve(review)}
        >
          {isAgain ? texts.approveAgain : texts.approve}
        </Button>
        <Button variant="quiet" onPress={onClose} unavailableReason={isPending ? uiTexts.busyReason : undefined}>
          {texts.cancel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function ReviewFacts({ proposal, review }: { proposal: Proposal; review: Review }) {
  const isChanged = proposal.price !== null && review.obstacle === null && !isSamePrice(proposal.price, review);
  useEffect(() => {
    if (isChanged) announce(texts.priceChanged);
  }, [isChanged]);
  if (review.obstacle !== null) return <Notice variant="warning">{review.obstacle}</Notice>;
  return (
    <>
      {isChanged && <Notice variant="warning">{texts.priceChanged}</Notice>}
      <dl className={styles.facts}>
        {priceRows(proposal, review).map(({ name, before, now }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{before === null ? now : `${texts.when}: ${before}. ${texts.today}: ${now}.`}</dd>
          </div>
        ))}
        {limitWords(review).map(([name, words]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      {review.limits.length === 0 && <p className={styles.about}>{texts.noLimit}</p>}
    </>
  );
}
