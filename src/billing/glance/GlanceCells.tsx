import type { ReactNode } from 'react';
import type { Subscription } from '#contract/types.ts';
import { helpAddresses } from '#lib/addresses.ts';
import { cycleProgress } from '#lib/dates/cycle-progress.ts';
import { formatDayOfYear, unbrokenDate } from '#lib/dates/format.ts';
import { formatCents, roundedCentsFromDollars } from '#lib/money.ts';
import { fillText } from '#lib/texts/fill.ts';
import { glanceTexts as texts } from '#lib/texts/glance.ts';
import { Money } from '#ui/Money/Money.tsx';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import type { AmountDueWords } from '#billing/shared/amount-due/amount-due.ts';
import { PayOpenLink } from '#billing/shared/amount-due/AmountDue.tsx';
import { useCapabilities, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { useTwoInvoices, useUpcomingInvoice } from '#billing/shared/data/use-upcoming-invoice.ts';
import { useNowSeconds } from '#billing/shared/page/now.ts';
import { PageLink } from '#billing/shared/page/PageLink.tsx';
import styles from './Glance.module.css';

interface CellProps {
  readonly term: string;
  readonly figure: ReactNode;
  readonly isOwed?: boolean;
  readonly about: ReactNode;
  readonly children: ReactNode;
}

function Cell({ term, figure, isOwed = false, about, children }: CellProps) {
  return (
    <div className={styles.cell} data-owed={isOwed || undefined}>
      <dt className={styles.term}>{term}</dt>
      <dd className={styles.figure}>{figure}</dd>
      <dd className={styles.note}>
        {about}
        <br />
        {children}
      </dd>
    </div>
  );
}

export function WaitingCell({ term = '\u00a0' }: { term?: string }) {
  return (
    <Cell term={term} figure={'\u00a0'} about={'\u00a0'}>
      {'\u00a0'}
    </Cell>
  );
}

export function DueCell({ due }: { due: AmountDueWords }) {
  return (
    <Cell term={texts.due} isOwed figure={<Money cents={due.cents} text={due.amount} tone="owed" />} about={due.oldest}>
      <PayOpenLink due={due} isInText />
    </Cell>
  );
}

const lineWidth = 80;
const lineHeight = 16;

interface CostLineProps {
  /** Elapsed share of the cycle, 0 to 1. */
  readonly elapsed: number;
  /** Cost so far in dollars; `projected` is the projected cost in dollars. */
  readonly soFar: number;
  readonly projected: number;
}

/** Solid line: cost so far. Dashed line: projected cost. Decorative, because the text next to the chart contains both amounts. */
function CostLine({ elapsed, soFar, projected }: CostLineProps) {
  const most = Math.max(soFar, projected);
  if (most <= 0) return null;
  const heightOf = (dollars: number): number => Math.round((1 - Math.max(0, dollars) / most) * (lineHeight - 2) + 1);
  const today = `${Math.round(elapsed * lineWidth)} ${heightOf(soFar)}`;
  return (
    <svg viewBox={`0 0 ${lineWidth} ${lineHeight}`} aria-hidden="true" className={styles.line}>
      <path d={`M0 ${lineHeight - 1} L${today}`} />
      <path d={`M${today} L${lineWidth} ${heightOf(projected)}`} className={styles.ahead} />
    </svg>
  );
}

/** Projected amount of the next invoice. Links to the budgets page, because the forecast there includes metered usage. */
export function NextInvoiceCell() {
  const slug = useSlug();
  const hasForecast = useCapabilities()?.includes('budgets') === true;
  const state = useUpcomingInvoice();
  const hasTwo = useTwoInvoices();
  const now = useNowSeconds();
  if (state.kind === 'loading') return <WaitingCell term={texts.next} />;
  if (state.kind !== 'ready') return null;
  const { billing_cycle_start: start, billing_cycle_end: end, amount_total: soFar, amount_projected: projected } = state.data;
  const { lengthDays, daysElapsed } = cycleProgress(start, end, now);
  return (
    <Cell
      term={hasTwo ? texts.next : fillText(texts.nextOn, { day: formatDayOfYear(end).replace(' ', '\u00a0') })}
      figure={<Money cents={roundedCentsFromDollars(projected)} />}
      about={
        <>
          {`${fillText(texts.soFar, { amount: formatCents(roundedCentsFromDollars(soFar)) })} `}
          <CostLine elapsed={lengthDays > 0 ? daysElapsed / lengthDays : 0} soFar={soFar} projected={projected} />
        </>
      }
    >
      <TextLink isInText href="#breakdown">
        {texts.predictable}
      </TextLink>
      {hasForecast && (
        <>
          {', '}
          <PageLink isInText href={`${helpAddresses.budgets(slug)}#spend`} nameSuffix={texts.forecastSuffix}>
            {texts.forecast}
          </PageLink>
        </>
      )}
    </Cell>
  );
}

export function CreditCell({ subscription: { customer_balance: cents, billing_via_partner: isPartners } }: { subscription: Subscription }) {
  return (
    <Cell
      term={cents < 0 ? texts.owed : texts.credit}
      figure={<Money cents={Math.abs(cents)} tone={cents > 0 ? 'credit' : cents < 0 ? 'owed' : 'plain'} />}
      about={cents < 0 ? texts.owedAbout : texts.creditAbout}
    >
      <TextLink isInText href="#credits-balance">
        {isPartners ? texts.creditDetails : texts.topUp}
      </TextLink>
    </Cell>
  );
}

export function PlanCell({ subscription }: { subscription: Subscription }) {
  const { plan, usage_billing_enabled: isCapOff, current_period_end: end, scheduled_plan_change: change } = subscription;
  const isFree = plan.id === 'free';
  const what = change ? texts.ends : isFree ? texts.resets : texts.renews;
  return (
    <Cell term={texts.plan} figure={plan.name} about={fillText(what, { date: unbrokenDate(end) })}>
      <TextLink isInText href={isFree ? '#subscription' : '#cost-control'}>
        {isFree ? texts.plans : isCapOff ? texts.capOff : texts.capOn}
      </TextLink>
    </Cell>
  );
}
