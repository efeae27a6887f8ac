import { proposalLimits } from '#contract/limits.ts';
import { subscriptionsRead, subscriptionsWrite } from '#contract/permissions.ts';
import type { Proposal, Shape } from '#contract/types.ts';
import { stepFrom } from '#lib/dates/calendar.ts';
import { proposalsTexts } from '#lib/texts/proposals.ts';
import { instantOf, secondsOf, type Database } from '#server/database/database.ts';
import { requireOwnBilling } from '#server/payments/guards.ts';
import { runIdempotent } from '#server/payments/idempotent-request.ts';
import { priceOrObstacle, proposalPriceView, reviewProposal, type ProposalPrice } from '#server/payments/proposal-price.ts';
import { isRecentPrice, quoteApproval, statusOf } from '#server/payments/proposals.ts';
import { notFound, PlatformError } from '#server/platform-error.ts';
import { recordEvent } from '#server/store/events/platform-events.ts';
import { countOf, countOne, type Limit } from '#server/store/limits.ts';
import { wantedAddressees, writeNotice } from '#server/store/notices/write-notice-once.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import {
  changeProposal,
  countOpenProposals,
  findProposal,
  insertProposal,
  newProposalId,
  proposalsOf,
  type KnownProposal,
  type ProposalAsker,
} from '#server/store/proposals.ts';
import { findTokenById } from '#server/store/tokens/organization-tokens.ts';
import type { CallScope, Handler } from './handler.ts';
import { toAnswer } from './idempotent-request.ts';
import { proposalTerms, proposalView, type ProposalReader } from './views/proposals.ts';

type Body = Shape<'ProposalRequest'>;

/** Maximum number of listed proposals. Waiting proposals are listed first, so that the limit never omits a waiting proposal. */
const mostListed = 200;

const aDecider: ProposalReader = { seesPrices: true, isToken: false };

async function viewOf(
  db: Database,
  organizationId: number,
  id: string,
  nowSeconds: number,
  reader: ProposalReader = aDecider,
): Promise<Proposal> {
  const proposal = await findProposal(db, { organizationId, id });
  if (!proposal) throw notFound('Proposal');
  return proposalView(proposal, nowSeconds, reader);
}

const askerOf = ({ member, token }: Pick<CallScope<'createProposal'>, 'member' | 'token'>): ProposalAsker =>
  member ? { memberId: member.id } : { tokenId: token?.id ?? '' };

const isWaiting = (proposal: KnownProposal, nowSeconds: number): boolean => ['open', 'approved'].includes(statusOf(proposal, nowSeconds));

export const listProposals: Handler<'listProposals'> = async ({ query }, { db, organization, member, token, may, nowSeconds }) => {
  const reader = { seesPrices: may(subscriptionsRead), isToken: token !== null };
  const asker = token ? askerOf({ member, token }) : null;
  const rows = await proposalsOf(db, organization.id, asker, instantOf(nowSeconds), mostListed);
  const proposals = rows.map((row) => proposalView(row, nowSeconds, reader));
  if (query.review === undefined || token) return { data: { proposals } };
  const reviewed = await findProposal(db, { organizationId: organization.id, id: query.review });
  if (!reviewed) throw notFound('Proposal');
  if (!isWaiting(reviewed, nowSeconds)) return { data: { proposals } };
  return { data: { proposals, review: await reviewProposal(db, organization.id, reviewed.row, nowSeconds) } };
};

/** Maximum number of recipients of proposal emails per organization and hour of real time. */
const emails: Limit = { name: 'proposal_emails', most: proposalLimits.emailsPerHour, seconds: 3600 };

/**
 * Puts emails to members into the queue, owners first, until the email limit is reached. The proposal is listed even if no email is sent.
 */
async function tellApprovers(tx: Database, organizationId: number, { row, memberName, tokenName }: KnownProposal): Promise<void> {
  const facts = {
    proposalId: row.id,
    act: row.act,
    tier: row.tier,
    amountCents: row.amountCents,
    dueCents: row.dueCents,
    monthlyCents: row.monthlyCents,
    reason: row.reason,
    by: memberName ?? tokenName ?? '',
    isByToken: row.tokenId !== null,
    endsAt: secondsOf(row.endsAt),
  };
  const { addresses } = await wantedAddressees(tx, { organizationId, kind: 'proposal_made', facts });
  const key = String(organizationId);
  const most = Math.min(addresses.length, emails.most - (await countOf(tx, emails, key)).count);
  if (most <= 0) return;
  await countOne(tx, emails, key, most);
  await writeNotice(tx, { organizationId, kind: 'proposal_made', key: row.id, atSeconds: secondsOf(row.createdAt), facts, most });
}

const eventFacts = ({ row, memberName, tokenName }: KnownProposal) => ({
  proposal_id: row.id,
  act: row.act,
  tier: row.tier,
  amount_cents: row.amountCents,
  asked_by: memberName ?? tokenName ?? '',
});

async function requireProposal(tx: Database, organizationId: number, id: string): Promise<KnownProposal> {
  const proposal = await findProposal(tx, { organizationId, id });
  if (!proposal) throw notFound('Proposal');
  return proposal;
}

/** Returns the end of a proposal: 14 days from now, or the end of its token if that is earlier. */
async function endOf(tx: Database, organizationId: number, asker: ProposalAsker, nowSeconds: number): Promise<Date> {
  const end = stepFrom(nowSeconds, { days: proposalLimits.days });
  const token = 'tokenId' in asker ? await findTokenById(tx, { organizationId, id: asker.tokenId }) : null;
  return instantOf(token ? Math.min(end, secondsOf(token.endsAt)) : end);
}

async function insertNew(tx: Database, body: Body, scope: CallScope<'createProposal'>, id: string): Promise<void> {
  const { organization, nowSeconds } = scope;
  const terms = proposalTerms(body);
  const asker = askerOf(scope);
  await lockOrganization(tx, organization.id);
  if ((await countOpenProposals(tx, organization.id, asker, instantOf(nowSeconds))) >= proposalLimits.open)
    throw new PlatformError(
      'rule_violated',
      `At most ${proposalLimits.open} proposals can be open at a time. Wait until a member decides.`,
    );
  const outcome = await priceOrObstacle(tx, organization.id, terms, nowSeconds);
  if ('obstacle' in outcome) throw new PlatformError('rule_violated', outcome.obstacle);
  await insertProposal(tx, {
    id,
    organizationId: organization.id,
    ...terms,
    ...outcome.price,
    ...asker,
    reason: body.reason,
    createdAt: instantOf(nowSeconds),
    endsAt: await endOf(tx, organization.id, asker, nowSeconds),
  });
  const proposal = await requireProposal(tx, organization.id, id);
  await tellApprovers(tx, organization.id, proposal);
  await recordEvent(tx, organization.id, 'proposal.made', eventFacts(proposal));
}

export const createProposal: Handler<'createProposal'> = async ({ body }, scope) => {
  const { db, organization, member, token, may, nowSeconds, paymentContext, idempotencyKey, requestId } = scope;
  await requireOwnBilling(paymentContext, organization.id, body.act === 'top_up' ? 'billing:credits' : 'billing:all');
  if (may(subscriptionsWrite))
    throw new PlatformError('rule_violated', "You can do this yourself. Proposals are for members and programs that can't.");
  const reader = { seesPrices: may(subscriptionsRead), isToken: token !== null };
  const request = {
    organizationId: organization.id,
    memberId: member?.id ?? 0,
    call: 'createProposal' as const,
    idempotencyKey,
    requestId,
    input: { body, asker: askerOf({ member, token }) },
  };
  const answer = await runIdempotent(paymentContext, request, {
    begin: async (recordSubject) => {
      const id = newProposalId();
      await db.transaction(async (tx) => {
        await insertNew(tx, body, scope, id);
        await recordSubject(tx, id);
      });
      paymentContext.wake();
      return id;
    },
    finish: async (id) => ({ status: 201, data: await viewOf(db, organization.id, id, nowSeconds, reader) }),
  });
  return toAnswer<'createProposal'>(answer);
};

/** Only members with a session may decide, because a bearer token could belong to a program. @throws {PlatformError} for other callers */
function requireSession({ sessionId }: Pick<CallScope<'approveProposal'>, 'sessionId'>): void {
  if (sessionId === null) throw new PlatformError('forbidden', 'Only a member who is signed in to the page can decide on a proposal');
}

/** @throws {PlatformError} 409 if the proposal is refused, completed or ended */
function requireWaiting(proposal: KnownProposal, nowSeconds: number): void {
  if (isWaiting(proposal, nowSeconds)) return;
  const status = statusOf(proposal, nowSeconds);
  throw new PlatformError('conflict', status === 'ended' ? 'This proposal has ended' : `This proposal is ${status} already`);
}

const priceChanged = (body: Shape<'ProposalApproval'>, price: ProposalPrice): PlatformError =>
  new PlatformError('quote_changed', proposalsTexts.priceChanged, {
    body: { prices: { seen: { due_now_cents: body.due_now_cents, monthly_cents: body.monthly_cents }, now: proposalPriceView(price) } },
  });

async function approve(tx: Database, id: string, body: Shape<'ProposalApproval'>, scope: CallScope<'approveProposal'>): Promise<void> {
  const { organization, member, nowSeconds } = scope;
  const organizationId = organization.id;
  await lockOrganization(tx, organizationId);
  const proposal = await requireProposal(tx, organizationId, id);
  requireWaiting(proposal, nowSeconds);
  const { row } = proposal;
  const isRecent = isRecentPrice(body.priced_at, nowSeconds);
  const outcome = await priceOrObstacle(tx, organizationId, row, isRecent ? body.priced_at : nowSeconds);
  if ('obstacle' in outcome) throw new PlatformError('rule_violated', outcome.obstacle);
  const { price } = outcome;
  const isSame = price.dueCents === body.due_now_cents && price.monthlyCents === body.monthly_cents;
  if (!isRecent || !isSame) throw priceChanged(body, price);
  if (row.tier !== null) await quoteApproval(tx, { organizationId, id }, row.tier, body.priced_at);
  await changeProposal(
    tx,
    { organizationId, id },
    {
      state: 'approved',
      approvedDueCents: price.dueCents,
      approvedMonthlyCents: price.monthlyCents,
      ...(row.state === 'open' ? { decidedBy: member.id, decidedAt: instantOf(nowSeconds) } : {}),
    },
  );
  if (row.state === 'open') await recordEvent(tx, organizationId, 'proposal.approved', eventFacts(proposal));
}

export const approveProposal: Handler<'approveProposal'> = async ({ params, body }, scope) => {
  const { db, organization, paymentContext, nowSeconds } = scope;
  requireSession(scope);
  await requireProposal(db, organization.id, params.proposal_id);
  await requireOwnBilling(paymentContext, organization.id, 'billing:all');
  await db.transaction((tx) => approve(tx, params.proposal_id, body, scope));
  return { data: await viewOf(db, organization.id, params.proposal_id, nowSeconds) };
};

export const refuseProposal: Handler<'refuseProposal'> = async ({ params }, scope) => {
  const { db, organization, member, nowSeconds } = scope;
  requireSession(scope);
  const place = { organizationId: organization.id, id: params.proposal_id };
  await db.transaction(async (tx) => {
    await lockOrganization(tx, organization.id);
    const proposal = await requireProposal(tx, organization.id, place.id);
    if (statusOf(proposal, nowSeconds) === 'refused') return;
    requireWaiting(proposal, nowSeconds);
    if (proposal.isUnderWay) throw new PlatformError('conflict', 'The payment of this proposal is under way');
    await changeProposal(tx, place, { state: 'refused', decidedBy: member.id, decidedAt: instantOf(nowSeconds) });
    await recordEvent(tx, organization.id, 'proposal.refused', eventFacts(proposal));
  });
  return { data: await viewOf(db, organization.id, place.id, nowSeconds) };
};
