import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { ProjectSummary, Subscription } from '#contract/types.ts';
import { instantColumn } from './columns.ts';
import { organizations } from './organizations.ts';

type AddonType = Subscription['addons'][number]['type'];

export const projects = pgTable(
  'projects',
  {
    id: integer('id').notNull().generatedAlwaysAsIdentity(),
    ref: text('ref').notNull().unique(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    status: text('status').$type<ProjectSummary['status']>().notNull(),
    computeSize: text('compute_size').$type<ProjectSummary['infra_compute_size']>().notNull(),
    isBranch: boolean('is_branch').notNull().default(false),
    usesOriole: boolean('uses_oriole').notNull().default(false),
    createdAt: instantColumn('created_at').notNull(),
    parentId: integer('parent_id'),
    /** The operator removed the project at this time. The usage is still billed, but the project is no longer shown. */
    removedAt: instantColumn('removed_at'),
    /** Time of the operator's last change of resources. A change with an earlier date is refused. */
    changedAt: instantColumn('changed_at'),
  },
  (table) => [
    primaryKey({ name: 'projects_pkey', columns: [table.id, table.organizationId] }),
    foreignKey({
      name: 'branch_of_project',
      columns: [table.parentId, table.organizationId],
      foreignColumns: [table.id, table.organizationId],
    }),
    index('projects_by_name').on(table.organizationId, table.name, table.id),
    index('projects_by_age').on(table.organizationId, table.createdAt, table.id),
    index('projects_oriole')
      .on(table.organizationId)
      .where(sql`${table.usesOriole}`),
    index('projects_of_parent')
      .on(table.parentId)
      .where(sql`${table.parentId} is not null`),
  ],
);

export const projectAddons = pgTable(
  'project_addons',
  {
    projectId: integer('project_id').notNull(),
    organizationId: integer('organization_id').notNull(),
    type: text('type').$type<AddonType>().notNull(),
    variant: text('variant').notNull(),
  },
  (table) => [
    foreignKey({
      name: 'addon_of_project',
      columns: [table.projectId, table.organizationId],
      foreignColumns: [projects.id, projects.organizationId],
    }).onDelete('cascade'),
    primaryKey({ name: 'project_addons_pkey', columns: [table.projectId, table.type, table.organizationId] }),
    index('addons_of_organization').on(table.organizationId),
  ],
);

/** The operator reports read replicas. Their usage is billed with their project. */
export const projectReplicas = pgTable(
  'project_replicas',
  {
    ref: text('ref').primaryKey(),
    projectId: integer('project_id').notNull(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    status: text('status').$type<ProjectSummary['status']>().notNull(),
    computeSize: text('compute_size').$type<ProjectSummary['infra_compute_size']>().notNull(),
    createdAt: instantColumn('created_at').notNull(),
    removedAt: instantColumn('removed_at'),
    changedAt: instantColumn('changed_at'),
  },
  (table) => [
    foreignKey({
      name: 'replica_of_project',
      columns: [table.projectId, table.organizationId],
      foreignColumns: [projects.id, projects.organizationId],
    }).onDelete('cascade'),
    index('replicas_of_organization').on(table.organizationId),
    index('replicas_of_project').on(table.projectId),
  ],
);
