import { eq } from 'drizzle-orm';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { organizations } from '#server/database/tables/organizations.ts';
import { recordUsage } from '#server/billing/usage/record-usage.ts';
import type { UsageMetric } from '#server/domain/metrics.ts';
import { projectRef } from '#server/seed/identifiers.ts';
import { creditEntries, postToLedger } from '#server/store/ledger.ts';

export interface BillingFacts {
  readonly idOf: (slug: string) => Promise<number>;
  readonly owe: (slug: string, balanceCents: number) => Promise<void>;
  readonly use: (slug: string, metric: UsageMetric, quantity: number, atSeconds: number) => Promise<void>;
}

export function billingFactsOf(db: Database, clock: Clock, balanceOf: (slug: string) => Promise<number>): BillingFacts {
  let posted = 0;
  let booked = 0;
  const idOf = async (slug: string): Promise<number> => {
    const [row] = await db.select({ id: organizations.id }).from(organizations).where(eq(organizations.slug, slug));
    if (!row) throw new Error(`There is no organization ${slug}`);
    return row.id;
  };
  return {
    idOf,
    owe: async (slug, balanceCents) => {
      const differenceCents = balanceCents - (await balanceOf(slug));
      if (differenceCents === 0) return;
      posted += 1;
      await postToLedger(db, [
        {
          organizationId: await idOf(slug),
          businessKey: `test:balance:${slug}:${posted}`,
          description: 'Correction',
          occurredAt: new Date(clock.nowMs()),
          entries: creditEntries('goodwill', differenceCents),
        },
      ]);
    },
    use: async (slug, metric, quantity, atSeconds) => {
      booked += 1;
      const record = {
        index: 0,
        id: `test ${booked}`,
        projectRef: projectRef(slug, 'web'),
        metric,
        fromSeconds: atSeconds,
        untilSeconds: null,
        quantity,
      };
      const { accepted, rejected } = await recordUsage(db, await idOf(slug), [record], clock.nowSeconds());
      if (accepted !== 1) throw new Error(`The usage was not accepted: ${JSON.stringify(rejected)}`);
    },
  };
}
