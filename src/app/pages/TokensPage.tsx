import { isBillingOn } from '#billing/shared/page/sections.ts';
import { TokensOverview } from '#billing/tokens/TokensOverview.tsx';
import { useOrganization, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { tokensTexts } from '#lib/texts/tokens.ts';
import { OrganizationBar, PageHeading } from '#app/frame/PageHeading.tsx';
import { useTitle } from '#app/title.ts';
import { BillingOffPage, NotFoundPage } from './NotFoundPage.tsx';
import styles from './PageColumn.module.css';

export function TokensPage() {
  const slug = useSlug();
  const { data, error } = useOrganization();
  if (error?.status === 404) return <NotFoundPage />;
  if (data && !isBillingOn(data)) return <BillingOffPage slug={slug} />;
  return <OrganizationTokens name={data?.name ?? slug} />;
}

function OrganizationTokens({ name }: { name: string }) {
  useTitle([tokensTexts.title, name]);
  return (
    <div className={styles.root}>
      <OrganizationBar />
      <PageHeading context={<p>{tokensTexts.about}</p>}>{tokensTexts.title}</PageHeading>
      <TokensOverview />
    </div>
  );
}
