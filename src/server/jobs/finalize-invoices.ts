import { draftsDue, nextDraft } from '#server/store/due-work.ts';
import { finalizeInvoice } from '#server/store/finalize.ts';
import { eachOrganization } from './each-organization.ts';
import type { Job } from './job.ts';

/** Fixes drafts an hour after their cycle: late usage in, credit used, what is left owed and handed over to be charged. */
export const finalizeInvoices: Job = {
  name: 'finalize-invoices',
  nextDue: nextDraft,
  run: (scope, nowSeconds) =>
    eachOrganization(scope, {
      name: 'finalize-invoices',
      list: (db, limit) => draftsDue(db, nowSeconds, limit),
      perform: async (tx, { organizationId, invoiceId, atSeconds }) =>
        (await finalizeInvoice(tx, organizationId, invoiceId, atSeconds, scope.handOver)) !== null,
    }),
};
