import { z } from 'zod/mini';
import { UnixSeconds } from '#contract/shapes/common.ts';
import { typedLine } from '#contract/typed-line.ts';
import { nextCursor } from './page-shapes.ts';

export const PriceBookInput = z.strictObject({
  /** Name of the version: any name that is not in use. */
  version: typedLine(1, 100),
  /** Unix seconds. The price book applies to cycles that begin after this time and after its publication. */
  effective_at: UnixSeconds,
  document: z.unknown(),
  /** Dry run: publishes nothing and returns the totals of the last closed cycles with these prices. */
  dry_run: z.optional(z.boolean()),
});

export const CycleEffect = z.strictObject({
  organization: z.string(),
  before_cents: z.int(),
  after_cents: z.int(),
  difference_cents: z.int(),
});

export const UnpricedOrganization = z.strictObject({ organization: z.string(), message: z.string() });

export const PriceBookEffect = z.strictObject({
  organizations: z.int(),
  before_cents: z.int(),
  after_cents: z.int(),
  difference_cents: z.int(),
  most_changed: z.array(CycleEffect),
  unpriced: z.array(UnpricedOrganization),
});

/**
 * checking: the last closed cycles are replayed. scheduled: takes effect on its date. waiting: needs an approval. in_force: its date has
 * passed. refused: the check found a missing price or too short a notice.
 */
export const PriceBookStatus = z.enum(['checking', 'scheduled', 'waiting', 'in_force', 'refused']);

export const PriceBookSummary = z.strictObject({
  version: z.string(),
  effective_at: UnixSeconds,
  status: PriceBookStatus,
  /** Organizations for which the check of this version found no price; absent if there are none. */
  unpriced: z.optional(z.array(UnpricedOrganization)),
});

export const PriceBookAnswer = z.extend(PriceBookSummary, {
  /** Absent in a dry run. */
  status: z.optional(PriceBookStatus),
  effect: z.optional(PriceBookEffect),
});

export const PriceBookList = z.strictObject({ price_books: z.array(PriceBookSummary), ...nextCursor });

export const PriceBookVersion = z.extend(PriceBookSummary, { document: z.unknown() });

export const PriceBookParams = z.strictObject({ version: typedLine(1, 100) });

export const WithdrawPriceBookQuery = z.strictObject({
  dry_run: z.optional(z.enum(['true', 'false'], 'must be true or false')),
});
