import { z } from 'zod/mini';
import { Cents, ForecastCycles, UnixSeconds } from './common.ts';
import { RestrictionStatus } from './organization.ts';

export const ForecastQuery = z.strictObject({
  /** Number of cycles to forecast, at most 6. Default: 3. */
  cycles: z.optional(ForecastCycles),
  /** `none`: only running resources continue. `rate`: other usage also continues, at the rate of the running cycle. Default: none. */
  assume: z.optional(z.enum(['none', 'rate'])),
});

/** Future events of the next cycles, in order of time. Assumes that a charge succeeds, unless the card was refused permanently. */
export const Forecast = z.strictObject({
  until: UnixSeconds,
  events: z.array(
    z.union([
      z.strictObject({ at: UnixSeconds, kind: z.literal('invoice'), subtotal_cents: Cents, amount_due_cents: Cents }),
      z.strictObject({ at: UnixSeconds, kind: z.literal('attempt'), amount_cents: Cents, succeeds: z.boolean() }),
      /** `status` is null if services are no longer restricted. */
      z.strictObject({ at: UnixSeconds, kind: z.literal('restriction'), status: z.nullable(RestrictionStatus) }),
      /** The kind, such as `invoice_issued`. */
      z.strictObject({ at: UnixSeconds, kind: z.literal('email'), email: z.string() }),
    ]),
  ),
});
