import type { UpcomingInvoice } from '#contract/types.ts';
import { addresses } from '#lib/addresses.ts';
import { docAddresses } from '#lib/help-addresses.ts';
import { formatCents } from '#lib/money.ts';
import { upcomingInvoiceTexts as texts } from '#lib/texts/upcoming-invoice.ts';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import { PageLink } from '#billing/shared/PageLink.tsx';
import { useSlug } from '#billing/shared/use-organization.ts';
import styles from './UpcomingInvoice.module.css';

/** What the numbers leave out, and where to read on. */
export function Footnotes({ invoice: { customer_balance: balance } }: { invoice: UpcomingInvoice }) {
  const slug = useSlug();
  return (
    <div className={styles.footnotes}>
      <p>{texts.upToAnHour}</p>
      {balance > 0 && <p>{`Your credit balance of ${formatCents(balance)} is used before anything is charged.`}</p>}
      {balance < 0 && <p>{`The amount of ${formatCents(-balance)} that you owe is added to this invoice.`}</p>}
      <p className={styles.links}>
        <PageLink href={addresses.usage(slug)}>Usage in detail</PageLink>
        <TextLink href={docAddresses.upcomingInvoice} opensInNewTab>
          How your invoice is made up
        </TextLink>
      </p>
    </div>
  );
}
