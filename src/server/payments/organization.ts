import { emailKey, oneOfEachMailbox } from '#contract/email-address.ts';
import type { Shape } from '#contract/types.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { findOrganization, updateOrganization, type OrganizationRow } from '#server/store/organizations.ts';
import { addWork } from '#server/store/outbox.ts';
import { queueDetailsChanged } from '#server/billing/notices/change-notices.ts';
import type { EmailLimits } from '#server/settings/email-settings.ts';
import { customerProfile } from '#server/store/customers.ts';
import { secondsOf } from '#server/database/database.ts';
import { nowOf, type PaymentContext } from './context.ts';
import { newId } from './ids.ts';
import { admitAddresses, requireRoom } from './recipients.ts';

/** @throws {PlatformError} 422 for too many recipients, 429 `too_many_changes` for too many additions */
export async function saveOrganization(
  payments: PaymentContext,
  organizationId: number,
  input: Shape<'OrganizationUpdate'>,
  limits: EmailLimits,
): Promise<OrganizationRow> {
  const { name, billing_email, opt_in_tags, additional_billing_emails } = input;
  const saved = await payments.db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    const { email, additionalEmails } = await customerProfile(tx, organizationId);
    const before = email || null;
    const after = billing_email === undefined ? before : billing_email || null;
    const isChanged = emailKey(before ?? '') !== emailKey(after ?? '');
    if (additional_billing_emails) requireRoom(additionalEmails, oneOfEachMailbox(additional_billing_emails), limits);
    const addresses = [...(after === null ? [] : [after]), ...(additional_billing_emails ?? [])];
    const nowSeconds = secondsOf(nowOf(payments));
    await admitAddresses(tx, addresses, { organizationId, limits, nowSeconds }, isChanged && after !== null);
    await updateOrganization(tx, organizationId, {
      ...(name === undefined ? {} : { name }),
      ...(billing_email === undefined ? {} : { billingEmail: billing_email }),
      ...(opt_in_tags === undefined ? {} : { optInTags: opt_in_tags }),
      ...(additional_billing_emails === undefined ? {} : { additionalBillingEmails: oneOfEachMailbox(additional_billing_emails) }),
    });
    if (isChanged)
      await queueDetailsChanged(tx, {
        organizationId,
        changes: [{ what: 'billing_email', before, after }],
        atSeconds: nowSeconds,
        key: newId('mail'),
        formerAddresses: before ? [before] : [],
      });
    await addWork(tx, { organizationId, kind: 'sync_customer', subject: String(organizationId) });
    return findOrganization(tx, organizationId);
  });
  payments.wake();
  return saved;
}
