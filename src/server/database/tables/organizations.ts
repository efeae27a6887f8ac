import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Organization } from '#contract/types.ts';
import type { Role } from '#server/domain/access.ts';
import { instantColumn } from './columns.ts';
import { members } from './members.ts';

type Violation = NonNullable<Organization['restriction_data']>['violations'][number];

const noTexts = sql`'{}'::text[]`;

export const organizations = pgTable(
  'organizations',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    slug: text('slug').notNull().unique(),
    name: text('name').notNull(),
    billingEmail: text('billing_email'),
    additionalBillingEmails: text('additional_billing_emails').array().notNull().default(noTexts),
    optInTags: text('opt_in_tags').array().notNull().default(noTexts),
    disabledFeatures: text('disabled_features').array().$type<Organization['disabled_features']>().notNull().default(noTexts),
    billingPartner: text('billing_partner').$type<NonNullable<Organization['billing_partner']>>(),
    restrictionStatus: text('restriction_status').$type<NonNullable<Organization['restriction_status']>>(),
    /** Violations; null if no quota is exceeded and no invoice is overdue. Empty if the exceeded metrics have no violation name. */
    violations: text('violations').array().$type<Violation[]>(),
    gracePeriodEnd: instantColumn('grace_period_end'),
    /** ID in the operator's systems. */
    externalId: text('external_id'),
    createdAt: instantColumn('created_at')
      .notNull()
      .default(sql`now()`),
    /** Platform time of the last change, with millisecond precision. A trigger sets this value. */
    updatedAt: instantColumn('updated_at')
      .notNull()
      .default(sql`date_trunc('milliseconds', now())`),
    /** Start of the current restriction status; null if the status never changed. A trigger sets this value. */
    standingSince: instantColumn('standing_since'),
    /** The operator closed the organization at this time. From then on, nothing runs. Only owners have access, to read the invoices. */
    closedAt: instantColumn('closed_at'),
    /** Platform time. The law requires some personal data, which is kept. */
    erasedAt: instantColumn('erased_at'),
  },
  (table) => [
    index('organizations_closed')
      .on(table.closedAt)
      .where(sql`${table.closedAt} is not null`),
    index('organizations_by_external_id')
      .on(table.externalId)
      .where(sql`${table.externalId} is not null`),
    index('organizations_by_change').on(table.updatedAt, table.id),
    check('billing_partner_known', sql`${table.billingPartner} in ('fly', 'aws_marketplace', 'vercel_marketplace')`),
    check('restriction_status_known', sql`${table.restrictionStatus} in ('grace_period', 'grace_period_over', 'restricted')`),
    check('restriction_has_data', sql`${table.restrictionStatus} is null or ${table.violations} is not null`),
  ],
);

export const memberships = pgTable(
  'memberships',
  {
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    role: text('role').$type<Role>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.organizationId] }), index('memberships_organization').on(table.organizationId)],
);

/** Data that the operator's programs attach to an organization, project, replica or invoice. */
export const operatorMetadata = pgTable(
  'operator_metadata',
  {
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'organization' | 'project' | 'invoice'>().notNull(),
    /** Slug, project reference or invoice id. */
    subject: text('subject').notNull(),
    values: jsonb('values').$type<Readonly<Record<string, string>>>().notNull(),
  },
  (table) => [primaryKey({ name: 'operator_metadata_pkey', columns: [table.organizationId, table.kind, table.subject] })],
);
