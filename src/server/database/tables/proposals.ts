import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Shape, Tier } from '#contract/types.ts';
import { centsColumn, instantColumn } from './columns.ts';
import { members } from './members.ts';
import { organizations } from './organizations.ts';

/** Members or tokens without the required permission propose changes. All instants are platform time. */
export const proposals = pgTable(
  'proposals',
  {
    id: text('id').notNull(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    act: text('act').$type<Shape<'ProposalAct'>>().notNull(),
    tier: text('tier').$type<Tier>(),
    amountCents: centsColumn('amount_cents'),
    basis: text('basis').$type<Shape<'BudgetBasis'>>(),
    reason: text('reason').notNull(),
    memberId: integer('member_id').references(() => members.id),
    tokenId: text('token_id'),
    /** Amount due immediately when the proposal was made. `monthlyCents` is the amount per month. */
    dueCents: centsColumn('due_cents').notNull(),
    monthlyCents: centsColumn('monthly_cents').notNull(),
    state: text('state').$type<'open' | 'approved' | 'refused'>().notNull().default('open'),
    approvedDueCents: centsColumn('approved_due_cents'),
    approvedMonthlyCents: centsColumn('approved_monthly_cents'),
    decidedBy: integer('decided_by').references(() => members.id),
    decidedAt: instantColumn('decided_at'),
    /** ID of the change, budget or top-up that completes the proposal. If the payment fails, the ID of the next attempt replaces it. */
    subject: text('subject'),
    createdAt: instantColumn('created_at').notNull(),
    endsAt: instantColumn('ends_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'proposals_pkey', columns: [table.id, table.organizationId] }),
    index('proposals_of_organization').on(table.organizationId, table.endsAt),
    index('proposals_by_end').on(table.endsAt),
    check('proposal_of_one_asker', sql`(${table.memberId} is null) <> (${table.tokenId} is null)`),
    check('proposal_decided', sql`(${table.state} = 'open') = (${table.decidedAt} is null)`),
  ],
);
