import { z } from 'zod/mini';
import { EmailAddress } from '#contract/shapes/common.ts';
import { typedLine } from '#contract/typed-line.ts';

export const ErasureInput = z.strictObject({
  /** Why; it stays in the audit log, so it must hold no name. */
  reason: typedLine(1, 200),
  /** True changes nothing and answers what would be changed. */
  dry_run: z.optional(z.boolean()),
});

/** What an erasure has changed or removed, and what stays. */
export const Erasure = z.strictObject({
  dry_run: z.boolean(),
  places: z.array(z.strictObject({ table: z.string(), rows: z.int() })),
  kept: z.array(z.strictObject({ what: z.string(), why: z.string() })),
});

export const PersonParams = z.strictObject({ email: EmailAddress });
