import { z } from 'zod/mini';
import { UnixSeconds } from '#contract/shapes/common.ts';
import { nextCursor } from './page-shapes.ts';

/** Dead letter: background work that failed for hours and is not retried. */
export const DeadJob = z.strictObject({
  id: z.string(),
  queue: z.string(),
  lane: z.string(),
  /** Code of the last failure; `ended` if the process ended before it recorded a code. */
  code: z.nullable(z.string()),
  at: UnixSeconds,
});

export const DeadJobList = z.strictObject({ dead_jobs: z.array(DeadJob), ...nextCursor });

export const DeadJobParams = z.strictObject({
  job_id: z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'must be the id of a dead job')),
});

export const JobRetry = z.strictObject({ id: z.string(), retried: z.literal(true) });
