import { subscriptionsRead } from '#contract/permissions.ts';
import { managedBy } from '#lib/managed-by.ts';
import { LinkButton } from '#ui/LinkButton/LinkButton.tsx';
import { Notice } from '#ui/Notice/Notice.tsx';
import { isSectionVisible } from '#billing/shared/page/sections.ts';
import { useCapabilities, useIsAllowed, useOrganization, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { useNowSeconds } from '#billing/shared/page/now.ts';
import { useRead } from '#billing/shared/data/queries.ts';
import { followLink } from '#billing/shared/page/PageLink.tsx';
import { amountDueWords, openInvoicesInput, type AmountDueWords } from './amount-due.ts';

/** What is owed now; null where nothing is, or where this member or platform can't tell. */
export function useAmountDue(): AmountDueWords | null {
  const { data: organization } = useOrganization();
  const canFind = useCapabilities()?.includes('invoice-lines') === true;
  const isAllowed = useIsAllowed(subscriptionsRead) === true;
  const isKept = organization !== undefined && managedBy(organization) === null && isSectionVisible('invoices', organization);
  const { data } = useRead('listInvoices', openInvoicesInput(useSlug()), canFind && isAllowed && isKept);
  const now = useNowSeconds();
  return data ? amountDueWords(data, now) : null;
}

/** What is owed now and the way to pay it, above the sections. A banner about overdue invoices says it instead. */
export function AmountDue() {
  const due = useAmountDue();
  const { data } = useOrganization();
  if (due === null || data?.restriction_data?.violations.includes('overdue_payment')) return null;
  return (
    <Notice
      variant="warning"
      title={due.title}
      actions={
        <>
          <LinkButton href="#invoices">Pay open invoices</LinkButton>
          {due.isSeveral && <PayAllLink />}
        </>
      }
    >
      {due.details}
    </Notice>
  );
}

/** Begins to pay what is open, one after another. */
export const PayAllLink = () => (
  <LinkButton href="?pay=all#invoices" onClick={followLink}>
    Pay all, one by one
  </LinkButton>
);
