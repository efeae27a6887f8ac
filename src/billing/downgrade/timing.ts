import type { BillingPartner } from '#contract/types.ts';
import { formatDate } from '#lib/dates/format.ts';
import { partnerNames } from '#lib/managed-by.ts';

/** When the change happens and through whom it is settled, in words. `effectiveAt` is null where it happens at once. */
export function timingWords(partner: BillingPartner | null, effectiveAt: number | null): string {
  const when =
    effectiveAt === null
      ? 'The change happens as soon as you have confirmed it.'
      : `The change happens at the end of the billing cycle, on ${formatDate(effectiveAt)}. Until then everything stays as it is.`;
  if (partner === null) return when;
  const through = `This organization is billed through ${partnerNames[partner]}`;
  return partner === 'aws_marketplace'
    ? `${when} ${through}: what the change costs is taken from the credit balance, which decreases by it.`
    : `${when} ${through}.`;
}
