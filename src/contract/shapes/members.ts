import { z } from 'zod/mini';

export const Member = z.strictObject({
  username: z.string(),
  primary_email: z.string(),
  may: z.strictObject({ billing_read: z.boolean(), billing_write: z.boolean(), organization_update: z.boolean() }),
});

export const MemberList = z.array(Member);

/** A member whose Free organizations have reached the member's limit of active projects. */
export const MemberAtLimit = z.strictObject({ username: z.string(), primary_email: z.string(), free_project_limit: z.int() });

export const MemberAtLimitList = z.array(MemberAtLimit);
