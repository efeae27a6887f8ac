import { z } from 'zod/mini';
import { Limit, Offset, ProjectRef, Slug } from './common.ts';

export const ProjectStatus = z.enum([
  'INACTIVE',
  'ACTIVE_HEALTHY',
  'ACTIVE_UNHEALTHY',
  'COMING_UP',
  'UNKNOWN',
  'GOING_DOWN',
  'INIT_FAILED',
  'REMOVED',
  'RESTORING',
  'UPGRADING',
  'PAUSING',
  'RESTORE_FAILED',
  'RESTARTING',
  'PAUSE_FAILED',
  'RESIZING',
]);

const large = <const S extends string>(size: S) =>
  [size, `${size}_optimized_cpu`, `${size}_optimized_memory`, `${size}_high_memory`] as const;

export const ComputeSize = z.enum([
  'pico',
  'nano',
  'micro',
  'small',
  'medium',
  'large',
  'xlarge',
  '2xlarge',
  '4xlarge',
  '8xlarge',
  '12xlarge',
  '16xlarge',
  ...large('24xlarge'),
  ...large('48xlarge'),
]);

export const ProjectSummary = z.strictObject({
  ref: ProjectRef,
  name: z.string(),
  status: ProjectStatus,
  is_branch: z.boolean(),
  infra_compute_size: ComputeSize,
});

export const Project = z.extend(ProjectSummary, { organization_slug: Slug });

export const ProjectPage = z.strictObject({
  pagination: z.strictObject({ count: z.int(), limit: z.int(), offset: z.int() }),
  projects: z.array(ProjectSummary),
});

export const ProjectsQuery = z.strictObject({
  limit: z.optional(Limit),
  offset: z.optional(Offset),
  search: z.optional(z.string().check(z.maxLength(100))),
  sort: z.optional(z.enum(['name_asc', 'name_desc', 'created_asc', 'created_desc'])),
  /** Comma-separated. */
  statuses: z.optional(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((text) => text.split(',')),
      ),
      z.array(ProjectStatus),
    ),
  ),
});
