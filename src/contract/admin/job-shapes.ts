import { z } from 'zod/mini';
import { UnixSeconds } from '#contract/shapes/common.ts';
import { nextCursor } from './page-shapes.ts';

/** Background work that failed for hours, which nothing tries any more. */
export const DeadJob = z.strictObject({
  id: z.string(),
  /** `notices`: emails. `webhooks`: events to programs. */
  queue: z.string(),
  /** Subject: the organization's number in `notices`, the endpoint in `webhooks`. */
  lane: z.string(),
  /** The code of the last failure; `ended` where its process did not live to say. */
  code: z.nullable(z.string()),
  at: UnixSeconds,
});

/** The oldest first. */
export const DeadJobList = z.strictObject({ dead_jobs: z.array(DeadJob), ...nextCursor });

export const DeadJobParams = z.strictObject({
  job_id: z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'must be the id of a dead job')),
});

export const JobRetry = z.strictObject({ id: z.string(), retried: z.literal(true) });
