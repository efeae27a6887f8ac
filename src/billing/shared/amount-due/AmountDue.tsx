import { subscriptionsRead } from '#contract/permissions.ts';
import { managedBy } from '#lib/managed-by.ts';
import { isSectionVisible } from '#billing/shared/page/sections.ts';
import { useCapabilities, useIsAllowed, useOrganization, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { useNowSeconds } from '#billing/shared/page/now.ts';
import { useRead } from '#billing/shared/data/queries.ts';
import { LinkButton } from '#ui/LinkButton/LinkButton.tsx';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import { followLink } from '#billing/shared/page/PageLink.tsx';
import { amountDueWords, openInvoicesInput, payOpenLink, type AmountDueWords } from './amount-due.ts';

/** Returns the amount due; null if nothing is due, if the member can't read invoices, or if the platform can't list open invoices. */
export function useAmountDue(): AmountDueWords | null {
  const { data: organization } = useOrganization();
  const canFind = useCapabilities()?.includes('invoice-lines') === true;
  const isAllowed = useIsAllowed(subscriptionsRead) === true;
  const isKept = organization !== undefined && managedBy(organization) === null && isSectionVisible('invoices', organization);
  const { data } = useRead('listInvoices', openInvoicesInput(useSlug()), canFind && isAllowed && isKept);
  const now = useNowSeconds();
  return data ? amountDueWords(data, now) : null;
}

export function PayOpenLink({ due, isInText = false }: { due: AmountDueWords; isInText?: boolean }) {
  const way = { ...payOpenLink(due), ...(due.count === 1 ? {} : { onClick: followLink }) };
  return isInText ? <TextLink isInText {...way} /> : <LinkButton {...way} />;
}
