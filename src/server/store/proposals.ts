import { randomBytes } from 'node:crypto';
import { and, desc, eq, gt, inArray, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '#server/database/database.ts';
import { changes } from '#server/database/tables/changes.ts';
import { members } from '#server/database/tables/members.ts';
import { organizationTokens } from '#server/database/tables/organization-tokens.ts';
import { topUps } from '#server/database/tables/payments.ts';
import { proposals } from '#server/database/tables/proposals.ts';

export type ProposalRow = typeof proposals.$inferSelect;

export type ProposalAsker = { readonly memberId: number } | { readonly tokenId: string };

interface ProposalPlace {
  readonly organizationId: number;
  readonly id: string;
}

export const newProposalId = (): string => `prop_${randomBytes(12).toString('hex')}`;

const isProposal = ({ organizationId, id }: ProposalPlace) => and(eq(proposals.organizationId, organizationId), eq(proposals.id, id));

const isOf = (asker: ProposalAsker) =>
  'memberId' in asker ? eq(proposals.memberId, asker.memberId) : eq(proposals.tokenId, asker.tokenId);

/** Whether the action of a proposal is completed. `isUnderWay`: whether the action is in progress. */
const isDone = sql<boolean>`(${changes.state} in ('applied', 'scheduled') or ${topUps.state} = 'credited'
  or (${proposals.act} = 'limit' and ${proposals.subject} is not null)) is true`;
const isUnderWay = sql<boolean>`(${changes.state} = 'open' or ${topUps.state} = 'open') is true`;

const decider = alias(members, 'decider');

const read = (db: Database) =>
  db
    .select({
      row: proposals,
      isDone,
      isUnderWay,
      memberName: members.username,
      tokenName: organizationTokens.name,
      decidedByName: decider.username,
    })
    .from(proposals)
    .leftJoin(changes, and(eq(changes.organizationId, proposals.organizationId), eq(changes.id, proposals.subject)))
    .leftJoin(topUps, and(eq(topUps.organizationId, proposals.organizationId), eq(topUps.id, proposals.subject)))
    .leftJoin(members, eq(members.id, proposals.memberId))
    .leftJoin(
      organizationTokens,
      and(eq(organizationTokens.organizationId, proposals.organizationId), eq(organizationTokens.id, proposals.tokenId)),
    )
    .leftJoin(decider, eq(decider.id, proposals.decidedBy));

export type KnownProposal = Awaited<ReturnType<typeof readProposals>>[number];

function readProposals(db: Database, condition: SQL | undefined, now: Date, limit: number) {
  const waits = sql`(${proposals.state} <> 'refused' and ${proposals.endsAt} > ${now.toISOString()}::timestamptz and not ${isDone})`;
  return read(db).where(condition).orderBy(desc(waits), desc(proposals.createdAt), desc(proposals.id)).limit(limit);
}

/** All proposals, or only those of `asker`. Waiting proposals come first. Waiting and other proposals are each sorted newest first. */
export const proposalsOf = (db: Database, organizationId: number, asker: ProposalAsker | null, now: Date, limit: number) =>
  readProposals(db, and(eq(proposals.organizationId, organizationId), ...(asker ? [isOf(asker)] : [])), now, limit);

export async function findProposal(db: Database, place: ProposalPlace): Promise<KnownProposal | null> {
  const [row] = await read(db).where(isProposal(place));
  return row ?? null;
}

export const isProposalOpen = async (db: Database, place: ProposalPlace, now: Date): Promise<boolean> =>
  (await db.$count(proposals, and(isProposal(place), eq(proposals.state, 'open'), gt(proposals.endsAt, now)))) > 0;

export async function countOpenProposals(
  db: Database,
  organizationId: number,
  asker: ProposalAsker | 'everyone',
  now: Date,
): Promise<number> {
  const isAskers = asker === 'everyone' ? undefined : isOf(asker);
  const open = and(eq(proposals.organizationId, organizationId), isAskers, eq(proposals.state, 'open'), gt(proposals.endsAt, now));
  return db.$count(proposals, open);
}

export async function insertProposal(tx: Database, proposal: typeof proposals.$inferInsert): Promise<void> {
  await tx.insert(proposals).values(proposal);
}

/** Stores a decision, or the subject that completes the proposal. The caller must hold the organization lock. */
export async function changeProposal(
  tx: Database,
  place: ProposalPlace,
  change: Partial<Pick<ProposalRow, 'state' | 'approvedDueCents' | 'approvedMonthlyCents' | 'decidedBy' | 'decidedAt' | 'subject'>>,
): Promise<void> {
  await tx.update(proposals).set(change).where(isProposal(place));
}

const waiting = (organizationId: number, now: Date) =>
  and(eq(proposals.organizationId, organizationId), inArray(proposals.state, ['open', 'approved']), gt(proposals.endsAt, now));

/**
 * Ends proposals that are open or approved.
 * @param asker member or token whose proposals end; `everyone` when the organization is closed
 */
export async function endProposals(tx: Database, organizationId: number, asker: ProposalAsker | 'everyone', now: Date): Promise<void> {
  await tx
    .update(proposals)
    .set({ endsAt: now })
    .where(and(waiting(organizationId, now), asker === 'everyone' ? undefined : isOf(asker)));
}
