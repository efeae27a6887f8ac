import { DRAFT_SECONDS } from '#server/domain/collection.ts';
import { MINUTE_SECONDS } from '#server/domain/periods.ts';
import { reviewOrganization } from '#server/billing/restrictions/restriction-reviews.ts';
import { nextReviewOf } from '#server/store/backdate.ts';
import type { Database } from '#server/database/database.ts';
import type { LivingOrganization } from './replay-history.ts';
import type { SeedStep } from './seed-steps.ts';

/** The seeding dates its last reviews this number of minutes in the past, but these reviews use the present state. */
const lastMinutes = 30;

const lastAt = (nowSeconds: number): number => nowSeconds - lastMinutes * MINUTE_SECONDS;

/** Runs the first review of the running cycle. Each step returns the step for the next review, if one is due. */
export function restrictionSteps(tx: Database, { id, timeline }: LivingOrganization, nowSeconds: number): SeedStep[] {
  const until = lastAt(nowSeconds);
  const review = (atSeconds: number): SeedStep => ({
    atSeconds,
    run: async () => {
      await reviewOrganization(tx, id, atSeconds);
      const next = await nextReviewOf(tx, id);
      return next !== null && next > atSeconds && next < until ? [review(next)] : [];
    },
  });
  const first = timeline.running.startSeconds + DRAFT_SECONDS;
  return first < until ? [review(first)] : [];
}

export const lastReviews = (tx: Database, organizations: readonly LivingOrganization[], nowSeconds: number): SeedStep[] =>
  organizations.map(({ id }) => ({ atSeconds: lastAt(nowSeconds), run: async () => void (await reviewOrganization(tx, id, nowSeconds)) }));
