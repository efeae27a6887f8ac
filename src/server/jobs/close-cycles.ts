import { closeCycle } from '#server/store/cycles.ts';
import { cyclesOver, nextCycleEnd } from '#server/store/due-work.ts';
import { eachOrganization } from './each-organization.ts';
import type { Job } from './job.ts';

/** Ends cycles that are over: the invoice of each as a draft, the next cycle, the plan that was scheduled for it. */
export const closeCycles: Job = {
  name: 'close-cycles',
  nextDue: nextCycleEnd,
  run: (scope, nowSeconds) =>
    eachOrganization(scope, {
      name: 'close-cycles',
      list: (db, limit) => cyclesOver(db, nowSeconds, limit),
      perform: async (tx, { organizationId }) => (await closeCycle(tx, organizationId, nowSeconds, scope.handOver)) !== null,
    }),
};
