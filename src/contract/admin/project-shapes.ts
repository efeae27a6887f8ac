import { z } from 'zod/mini';
import { ProjectRef, Slug, UnixSeconds } from '#contract/shapes/common.ts';
import { ComputeSize, ProjectStatus } from '#contract/shapes/project.ts';
import { typedName } from '#contract/typed-line.ts';
import { Metadata, MetadataInput } from './metadata-shapes.ts';
import { nextCursor, QuerySeconds } from './page-shapes.ts';

const kinds = ['primary', 'branch', 'replica'] as const;
export const ProjectKind = z.enum(kinds);
export const ProjectEngine = z.enum(['postgres', 'oriole']);

export const ProjectInput = z.strictObject({
  name: typedName(1, 120),
  /** If absent: ACTIVE_HEALTHY for a new project, unchanged otherwise. */
  status: z.optional(ProjectStatus),
  /** If absent: micro for a new project, unchanged otherwise. */
  compute_size: z.optional(ComputeSize),
  engine: z.optional(ProjectEngine),
  parent_ref: z.optional(z.nullable(ProjectRef)),
  kind: z.optional(ProjectKind),
  metadata: z.optional(MetadataInput),
  /** Time of the change in unix seconds, within the open cycle. Now if absent. */
  at: z.optional(UnixSeconds),
});

export const ProjectAddonType = z.enum(['custom_domain', 'pitr', 'ipv4', 'auth_mfa_phone', 'auth_mfa_web_authn', 'log_drain']);

export const AdminProject = z.strictObject({
  ref: ProjectRef,
  name: z.string(),
  status: ProjectStatus,
  compute_size: ComputeSize,
  engine: ProjectEngine,
  kind: ProjectKind,
  parent_ref: z.nullable(ProjectRef),
  addons: z.array(z.strictObject({ type: z.string(), variant: z.string() })),
  metadata: Metadata,
  created_at: UnixSeconds,
});

export const AdminProjectList = z.strictObject({ projects: z.array(AdminProject), ...nextCursor });

export const AdminProjectParams = z.strictObject({ slug: Slug, ref: ProjectRef });

/** `at`: time of the end, within the open cycle. Now if absent. */
export const EndQuery = z.strictObject({ at: z.optional(QuerySeconds) });

export const AddonParams = z.strictObject({ slug: Slug, ref: ProjectRef, type: ProjectAddonType });

export const AddonInput = z.strictObject({
  variant: z.string().check(z.regex(/^[a-z0-9_]{1,60}$/, 'must be an add-on variant such as pitr_7')),
  at: z.optional(UnixSeconds),
});

export const AdminAddon = z.strictObject({ type: ProjectAddonType, variant: z.string() });
