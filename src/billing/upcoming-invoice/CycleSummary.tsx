import type { UpcomingInvoice } from '#contract/types.ts';
import { cycleProgress } from '#lib/dates/cycle-progress.ts';
import { unbrokenDate } from '#lib/dates/format.ts';
import { docAddresses, helpAddresses } from '#lib/addresses.ts';
import { roundedCentsFromDollars } from '#lib/money.ts';
import { fillText } from '#lib/texts/fill.ts';
import { upcomingInvoiceTexts as texts } from '#lib/texts/upcoming-invoice.ts';
import { Meter } from '#ui/Meter/Meter.tsx';
import { Money } from '#ui/Money/Money.tsx';
import { Notice } from '#ui/Notice/Notice.tsx';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import { useCapabilities, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { PageLink } from '#billing/shared/page/PageLink.tsx';
import { useNowSeconds } from '#billing/shared/page/now.ts';
import { useTwoInvoices } from '#billing/shared/data/use-upcoming-invoice.ts';
import styles from './UpcomingInvoice.module.css';

export function CycleSummary({ invoice }: { invoice: UpcomingInvoice }) {
  const isTwoInvoices = useTwoInvoices();
  return (
    <>
      <div className={styles.sums}>
        <p className={styles.projected}>
          <span className={styles.label}>Projected for this cycle</span>{' '}
          <span className={styles.figure}>
            <Money cents={roundedCentsFromDollars(invoice.amount_projected)} />
          </span>
          <ProjectedNote />
        </p>
        <p className={styles.current}>
          <span className={styles.label}>So far</span> <Money cents={roundedCentsFromDollars(invoice.amount_total)} />
        </p>
      </div>
      {isTwoInvoices ? <TwoInvoices /> : <Cycle invoice={invoice} />}
    </>
  );
}

/** Links to the forecast on the budgets page, which also includes metered usage. */
function ProjectedNote() {
  const slug = useSlug();
  const hasForecast = useCapabilities()?.includes('budgets') === true;
  return (
    <span className={styles.label}>
      {'Predictable costs only. '}
      {hasForecast && (
        <PageLink isInText href={`${helpAddresses.budgets(slug)}#spend`}>
          Forecast with metered usage
        </PageLink>
      )}
    </span>
  );
}

function Cycle({ invoice: { billing_cycle_start: start, billing_cycle_end: end } }: { invoice: UpcomingInvoice }) {
  const now = useNowSeconds();
  const { lengthDays, daysLeft, daysElapsed } = cycleProgress(start, end, now);
  return (
    <Meter value={daysElapsed} maxValue={lengthDays} aside={`${unbrokenDate(start)} to ${unbrokenDate(end)}`}>
      {now >= end
        ? `This cycle has ended, and its invoice follows: ${fillText(texts.daysLeft, { days: 0 })}`
        : fillText(texts.daysLeft, { days: daysLeft })}
    </Meter>
  );
}

function TwoInvoices() {
  return (
    <Notice variant="info" title="You get two invoices a month through AWS Marketplace">
      {
        'The fixed subscription fee is billed on the day of your subscription. The usage of the previous month is billed by the 3rd of each month. '
      }
      <TextLink isInText href={docAddresses.marketplace} opensInNewTab>
        How marketplace billing works
      </TextLink>
    </Notice>
  );
}
