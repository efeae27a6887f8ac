import { formatDate } from '#lib/dates/format.ts';
import { formatCents } from '#lib/money.ts';
import { fillText } from '#lib/texts/fill.ts';
import { rareNoticeTexts as texts } from '#lib/texts/rare-notices.ts';
import type { Subscription } from '#contract/types.ts';
import { Notice } from '#ui/Notice/Notice.tsx';
import { useSubscription } from '#billing/shared/data/use-billing-data.ts';
import { HeldUsageNotice } from '#billing/shared/invoice-lines/HeldUsageNotice.tsx';

export function RareNotices() {
  const state = useSubscription();
  if (state.kind !== 'ready') return null;
  const { held_usage: held } = state.data;
  return (
    <>
      <RefundedChange subscription={state.data} />
      <LateInvoiceNotice subscription={state.data} />
      {held && <HeldUsageNotice held={held} />}
    </>
  );
}

/** All members of the organization see this notice. */
function RefundedChange({ subscription: { refunded_change: change } }: { subscription: Subscription }) {
  if (!change) return null;
  const about = fillText(texts.notAppliedAbout, { why: texts[change.reason], amount: formatCents(change.amount) });
  return (
    <Notice variant="warning" title={fillText(texts.notApplied, { plan: change.target_plan.name })}>
      {about}
    </Notice>
  );
}

/** Notice about the last invoice of an organization that has left its paid plan, shown from a week before the invoice. */
function LateInvoiceNotice({ subscription: { late_invoice: invoice } }: { subscription: Subscription }) {
  if (!invoice) return null;
  const about = { amount: formatCents(invoice.amount), date: formatDate(invoice.at) };
  return <Notice title={fillText(texts.lateInvoice, about)}>{texts.lateInvoiceAbout}</Notice>;
}
