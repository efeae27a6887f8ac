import { PageLink } from '#billing/shared/PageLink.tsx';
import { useOrganization } from '#billing/shared/use-organization.ts';
import { addresses } from '#lib/addresses.ts';
import { Notice } from '#ui/Notice/Notice.tsx';

/** Where usage is not billed, the plan's included usage is a limit: what that means and how to lift it. */
export function UsageLimitNotice() {
  const { data } = useOrganization();
  if (!data || data.usage_billing_enabled) return null;
  return (
    <Notice title="This organization is limited by the included usage">
      {'Projects may become unresponsive when they go past the '}
      <PageLink href={addresses.usage(data.slug)}>included usage</PageLink>
      {data.plan.id === 'free'
        ? '. To remove the limit, upgrade to a paid plan.'
        : '. To remove the limit, disable Spend Cap under Cost Control.'}
    </Notice>
  );
}
