import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { subscriptionsRead, subscriptionsWrite } from '#contract/permissions.ts';
import type { Organization, Proposal } from '#contract/types.ts';
import { formatCents } from '#lib/money.ts';
import { describeProposal, proposalStatusNames, proposalsTexts as texts } from '#lib/texts/proposals.ts';
import { Badge } from '#ui/Badge/Badge.tsx';
import { Button } from '#ui/Button/Button.tsx';
import { Disclosure } from '#ui/Disclosure/Disclosure.tsx';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { SectionSheet } from '#ui/SectionSheet/SectionSheet.tsx';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { readKey, useRead } from '#billing/shared/data/queries.ts';
import { failureOf } from '#billing/shared/data/section-state.ts';
import { useIsAllowed, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { HydrationMarker } from '#billing/shared/page/HydrationMarker.tsx';
import { OnDemand, onDemand, prefetchWhenUsed } from '#billing/shared/page/on-demand.tsx';
import { actAddress } from '#billing/shared/page/proposed-act.ts';
import { NoPermission } from '#billing/shared/who-can/NoPermission.tsx';
import { isWaiting, monthlyWords, proposalFacts, proposalsSheetId } from './proposal-messages.ts';
import styles from './Proposals.module.css';

export function ProposalsOverview() {
  const slug = useSlug();
  const mayRead = useIsAllowed(subscriptionsRead);
  const query = useRead('listProposals', { params: { slug } }, mayRead === true);
  if (mayRead === false) return <NoPermission>{texts.noRead}</NoPermission>;
  const failed = failureOf(query);
  if (failed) return <ReadFailure subject="proposals" title={texts.failed} failed={failed} />;
  if (!query.data) return <LoadingSheet lines={4} />;
  return (
    <div className={styles.root} data-boundary="proposals">
      <ProposalList proposals={query.data.proposals} />
      <HydrationMarker boundary="proposals" />
    </div>
  );
}

const review = onDemand(async () => (await import('./ReviewDialog.tsx')).ReviewDialog);
const refusal = onDemand(async () => (await import('./RefuseDialog.tsx')).RefuseDialog);

function ProposalList({ proposals }: { proposals: readonly Proposal[] }) {
  const mayWrite = useIsAllowed(subscriptionsWrite);
  const [reviewed, setReviewed] = useState<Proposal | null>(null);
  const [refused, setRefused] = useState<Proposal | null>(null);
  useEffect(() => prefetchWhenUsed(review), []);
  useOpenCount(proposals);
  const waiting = proposals.filter(isWaiting);
  const decided = proposals.filter((proposal) => !isWaiting(proposal));
  const why = mayWrite === false ? texts.noDecide : undefined;
  const closeReview = () => setReviewed(null);
  const closeRefusal = () => setRefused(null);
  return (
    <SectionSheet id={proposalsSheetId} title={texts.waitingTitle} state={String(waiting.length)}>
      {waiting.length === 0 && <p>{proposals.length === 0 ? texts.empty : texts.noneWaiting}</p>}
      {waiting.map((proposal) => (
        <ProposalRow key={proposal.id} proposal={proposal}>
          <ProposalActions proposal={proposal} why={why} onReview={() => setReviewed(proposal)} onRefuse={() => setRefused(proposal)} />
        </ProposalRow>
      ))}
      {decided.length > 0 && (
        <Disclosure title={texts.decidedTitle}>
          {decided.map((proposal) => (
            <ProposalRow key={proposal.id} proposal={proposal} />
          ))}
        </Disclosure>
      )}
      {reviewed && <OnDemand part={review} isWanted onFailed={closeReview} props={{ proposal: reviewed, onClose: closeReview }} />}
      {refused && <OnDemand part={refusal} isWanted onFailed={closeRefusal} props={{ proposal: refused, onClose: closeRefusal }} />}
    </SectionSheet>
  );
}

/** Updates the number of open proposals, which the tab shows. The earlier number came with the organization and may be outdated. */
function useOpenCount(proposals: readonly Proposal[]): void {
  const queries = useQueryClient();
  const slug = useSlug();
  const open = proposals.filter(({ status }) => status === 'open').length;
  useEffect(() => {
    const key = readKey('getOrganization', { params: { slug } });
    const updatedAt = queries.getQueryState(key)?.dataUpdatedAt ?? 0;
    queries.setQueryData<Organization>(key, (known) => known && { ...known, open_proposals: open }, { updatedAt });
  }, [queries, slug, open]);
}

interface ActionsProps {
  readonly proposal: Proposal;
  /** Reason why the member can't decide; undefined if the member can. */
  readonly why: string | undefined;
  readonly onReview: () => void;
  readonly onRefuse: () => void;
}

function ProposalActions({ proposal, why, onReview, onRefuse }: ActionsProps) {
  const slug = useSlug();
  const [, navigate] = useLocation();
  const suffix = `, ${describeProposal(proposal)}`;
  return (
    <div className={styles.actions} data-print="never">
      {proposal.status === 'approved' ? (
        <Button variant="primary" nameSuffix={suffix} unavailableReason={why} onPress={() => navigate(actAddress(slug, proposal))}>
          {texts.continue}
        </Button>
      ) : (
        <Button variant="primary" nameSuffix={suffix} unavailableReason={why} onPress={onReview}>
          {texts.review}
        </Button>
      )}
      <Button variant="quiet" nameSuffix={suffix} unavailableReason={why} onPress={onRefuse}>
        {texts.refuse}
      </Button>
    </div>
  );
}

function ProposalRow({ proposal, children }: { proposal: Proposal; children?: React.ReactNode }) {
  const { id, status, reason, price } = proposal;
  return (
    <article aria-labelledby={`proposal-${id}`} className={styles.row}>
      <div className={styles.facts}>
        <h3 id={`proposal-${id}`} className={styles.name}>
          {describeProposal(proposal)}
          <Badge variant={status === 'open' ? 'warning' : 'neutral'}>{proposalStatusNames[status]}</Badge>
        </h3>
        <blockquote>
          <bdi>{reason}</bdi>
        </blockquote>
        {price && (
          <p className={styles.about}>
            {`${texts.dueNow}: ${formatCents(price.due_now_cents)}. ${texts.monthly}: ${monthlyWords(price.monthly_cents)}.`}
          </p>
        )}
        {proposalFacts(proposal).map((fact) => (
          <p key={fact} className={styles.about}>
            {fact}
          </p>
        ))}
      </div>
      {children}
    </article>
  );
}
