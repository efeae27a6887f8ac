import { z } from 'zod/mini';
import { EmailAddress } from '#contract/email-address.ts';
import { typedLine } from '#contract/typed-line.ts';

export const ErasureInput = z.strictObject({
  /** Reason of the erasure. The audit log keeps it, so it must contain no personal name. */
  reason: typedLine(1, 200),
  dry_run: z.optional(z.boolean()),
});

export const ErasedPlace = z.strictObject({ table: z.string(), rows: z.int() });

export const KeptPart = z.strictObject({ what: z.string(), why: z.string() });

export const Erasure = z.strictObject({
  dry_run: z.boolean(),
  places: z.array(ErasedPlace),
  kept: z.array(KeptPart),
});

export const PersonParams = z.strictObject({ email: EmailAddress });
