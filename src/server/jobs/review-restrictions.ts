import { nextReview, reviewsDue } from '#server/store/due-work.ts';
import { reviewOrganization } from '#server/store/restriction-reviews.ts';
import { eachOrganization } from './each-organization.ts';
import type { Job } from './job.ts';

/** Looks at organizations with new usage, a new or overdue invoice, or a date in the calendar of restrictions. */
export const reviewRestrictions: Job = {
  name: 'review-restrictions',
  nextDue: nextReview,
  run: (scope, nowSeconds) =>
    eachOrganization(scope, {
      name: 'review-restrictions',
      list: (db, limit) => reviewsDue(db, nowSeconds, limit),
      perform: async (tx, { organizationId }) => {
        await reviewOrganization(tx, organizationId, nowSeconds);
        return true;
      },
    }),
};
