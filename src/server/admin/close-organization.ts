import { collectByCard } from '#server/billing/collections.ts';
import { changePlan } from '#server/billing/change-plan.ts';
import { closeCycle } from '#server/billing/close-cycle.ts';
import { instantOf, type Database } from '#server/database/database.ts';
import { PlatformError } from '#server/platform-error.ts';
import { openChange } from '#server/store/changes.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { changeProvisioned, removeMemberships } from '#server/store/provisioning/organizations.ts';
import { endAllSpans, removeProjects } from '#server/store/provisioning/projects.ts';
import type { AdminHandler } from './admin-handler.ts';
import { organizationAnswer, requireOrganization } from './organizations.ts';

/** Bills what was used until now, to be paid by card where there is one. A plan's fee stays charged, as at the end of a cycle. */
async function billToNow(tx: Database, organizationId: number, slug: string, nowSeconds: number): Promise<void> {
  while ((await closeCycle(tx, organizationId, nowSeconds, collectByCard)) !== null);
  const { plan } = await requireOrganization(tx, slug);
  if (plan === 'free') return;
  await changePlan(
    tx,
    { organizationId, atSeconds: nowSeconds, planId: 'free', usageBillingEnabled: false, feeChargedCents: 0 },
    collectByCard,
  );
}

/** Closes an organization: its final invoice, the end of all that runs, and of every member's access. */
export const closeOrganization: AdminHandler<'closeOrganization'> = async ({ params: { slug } }, { db, nowSeconds }) => {
  await db.transaction(async (tx) => {
    const { id } = await requireOrganization(tx, slug);
    await lockOrganization(tx, id);
    if ((await requireOrganization(tx, slug)).closedAt) return;
    if (await openChange(tx, id))
      throw new PlatformError(
        'conflict',
        'A change of plan waits for its payment; close the organization when that is decided, within an hour',
        {
          fields: [{ path: 'params.slug', message: 'has a change that waits for its payment' }],
        },
      );
    await billToNow(tx, id, slug, nowSeconds);
    await endAllSpans(tx, id, nowSeconds);
    await removeProjects(tx, id, instantOf(nowSeconds));
    await removeMemberships(tx, id);
    await changeProvisioned(tx, id, { closedAt: instantOf(nowSeconds) });
  });
  return { data: organizationAnswer(await requireOrganization(db, slug), nowSeconds) };
};
