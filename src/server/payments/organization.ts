import { oneOfEachMailbox } from '#contract/email-address.ts';
import type { Shape } from '#contract/types.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { findOrganization, updateOrganization, type OrganizationRow } from '#server/store/organizations.ts';
import { addWork } from '#server/store/outbox.ts';
import { queueDetailsChanged } from '#server/billing/notices/change-notices.ts';
import { secondsOf } from '#server/database/database.ts';
import { nowOf, type PaymentContext } from './context.ts';
import { newId } from './ids.ts';

/** Saves the fields that are given; the gateway's customer follows. */
export async function saveOrganization(
  payments: PaymentContext,
  organizationId: number,
  input: Shape<'OrganizationUpdate'>,
): Promise<OrganizationRow> {
  const { name, billing_email, opt_in_tags, additional_billing_emails } = input;
  const saved = await payments.db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    const { billingEmail: before } = await findOrganization(tx, organizationId);
    await updateOrganization(tx, organizationId, {
      ...(name === undefined ? {} : { name }),
      ...(billing_email === undefined ? {} : { billingEmail: billing_email }),
      ...(opt_in_tags === undefined ? {} : { optInTags: opt_in_tags }),
      ...(additional_billing_emails === undefined ? {} : { additionalBillingEmails: oneOfEachMailbox(additional_billing_emails) }),
    });
    if (billing_email !== undefined)
      await queueDetailsChanged(tx, {
        organizationId,
        changes: [{ what: 'billing_email', before: before || null, after: billing_email || null }],
        atSeconds: secondsOf(nowOf(payments)),
        key: newId('mail'),
        formerAddresses: before ? [before] : [],
      });
    await addWork(tx, { organizationId, kind: 'sync_customer', subject: String(organizationId) });
    return findOrganization(tx, organizationId);
  });
  payments.wake();
  return saved;
}
