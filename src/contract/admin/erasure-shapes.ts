import { z } from 'zod/mini';
import { EmailAddress } from '#contract/email-address.ts';
import { typedLine } from '#contract/typed-line.ts';

export const ErasureInput = z.strictObject({
  /** Why; it stays in the audit log, so it must hold no name. */
  reason: typedLine(1, 200),
  /** True changes nothing and answers what would be changed. */
  dry_run: z.optional(z.boolean()),
});

/** How many rows of a table were changed or removed. */
export const ErasedPlace = z.strictObject({ table: z.string(), rows: z.int() });

/** Data that an erasure keeps, and the reason. */
export const KeptPart = z.strictObject({ what: z.string(), why: z.string() });

export const Erasure = z.strictObject({
  dry_run: z.boolean(),
  places: z.array(ErasedPlace),
  kept: z.array(KeptPart),
});

export const PersonParams = z.strictObject({ email: EmailAddress });
