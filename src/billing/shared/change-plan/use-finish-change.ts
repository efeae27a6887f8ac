import { useQueryClient } from '@tanstack/react-query';
import type { CallResponse, Organization, Subscription } from '#contract/types.ts';
import { formatDate } from '#lib/dates/format.ts';
import { formatCents } from '#lib/money.ts';
import { planNames } from '#lib/plan-names.ts';
import { costControlTexts } from '#lib/texts/cost-control.ts';
import { fillText } from '#lib/texts/fill.ts';
import { planChangeTexts as texts } from '#lib/texts/plan-change.ts';
import { toast, toastDurations, type ToastContent } from '#ui/Toast/toast.ts';
import { readKey } from '#billing/shared/data/queries.ts';
import { refreshReads, refreshAfterSubscriptionChange } from '#billing/shared/data/refresh.ts';
import { isSectionVisible } from '#billing/shared/page/sections.ts';
import { useWrite } from '#billing/shared/data/write.ts';
import { forgetChange, type ChangeAmounts, type ChangeUnderWay } from './remembered-change.ts';
import { recordFinishedChange } from './finished-change.ts';
import { holdToastsBack } from './held-toasts.ts';
import { changeDirection, planOfTier } from './plan-tiers.ts';

const { short, medium } = toastDurations;

/** The toast is shown longer if projects restart (specification, section 4). */
export function changeToast({
  from,
  tier,
  effectiveAt,
  restarts = false,
}: Pick<ChangeUnderWay, 'from' | 'tier' | 'effectiveAt' | 'restarts'>): ToastContent {
  const to = planOfTier(tier);
  const plan = planNames[to];
  const severity = 'success';
  if (effectiveAt !== null) return { message: `Changes to the ${plan} Plan on ${formatDate(effectiveAt)}`, severity, durationMs: short };
  if (to === from)
    return { message: tier === 'tier_payg' ? costControlTexts.disabled : costControlTexts.enabled, severity, durationMs: short };
  if (to === 'free') return { message: texts.downgradedToFree, severity, durationMs: restarts ? medium : short };
  const words = changeDirection(from, to) === 'upgrade' ? texts.upgraded : texts.downgraded;
  return { message: fillText(words, { plan }), severity, durationMs: short };
}

/** Returns a message if the amounts differ from those that the dialog showed, for example because the credit decreased. */
export function otherAmounts(shown: NonNullable<ChangeUnderWay['shown']>, applied: ChangeAmounts): string | null {
  const dueCents = applied.charge_cents + applied.usage_due_cents;
  if (dueCents === shown.dueCents && applied.credited_cents === shown.creditCents) return null;
  return fillText(texts.amountsApplied, { due: formatCents(dueCents), credit: formatCents(applied.credited_cents) });
}

function changeToasts(change: ChangeUnderWay): readonly ToastContent[] {
  const other = change.amounts && change.shown ? otherAmounts(change.shown, change.amounts) : null;
  return [changeToast(change), ...(other === null ? [] : [{ message: other, severity: 'info', durationMs: medium } as const])];
}

const hasSurvey = ({ from, tier, effectiveAt }: ChangeUnderWay): boolean =>
  effectiveAt === null && changeDirection(from, planOfTier(tier)) === 'upgrade';

export function showChange(change: ChangeUnderWay): void {
  if (!hasSurvey(change)) for (const content of changeToasts(change)) toast(content);
}

export function useFinishChange(slug: string): (change: ChangeUnderWay) => void {
  const after = useAfterChange(slug);
  return (change) => {
    forgetChange(slug);
    showChange(change);
    void after(change.paidWith);
  };
}

/** The survey opens after the dialogs are closed. */
export function queueSurvey(slug: string, change: ChangeUnderWay): void {
  const { from, tier, exit } = change;
  if (hasSurvey(change)) holdToastsBack(changeToasts(change));
  recordFinishedChange({ slug, upgrade: hasSurvey(change) ? { from, to: planOfTier(tier) } : null, exit: exit ?? null });
}

/** Reloads the data after two seconds, then makes the card of the payment the default card. Continues even if the dialog closes. */
export function useAfterChange(slug: string): (paidWith: string | null) => Promise<void> {
  const client = useQueryClient();
  const { write } = useWrite('setDefaultPaymentMethod', {
    place: 'toast',
    durationMs: toastDurations.long,
    failure: (message) => fillText(texts.markDefaultFailed, { message }),
    onSuccess: () => refreshReads(client, slug, 'cards'),
  });
  return async (paidWith) => {
    // Clears the pending payment at once, so that the member can't continue or cancel it before the reload.
    client.setQueryData<Subscription>(
      readKey('getSubscription', { params: { slug } }),
      (known) => known && { ...known, pending_payment_intent_secret: null },
    );
    await refreshAfterSubscriptionChange(client, slug);
    const cards = client.getQueryData<CallResponse<'listPaymentMethods'>>(readKey('listPaymentMethods', { params: { slug } }));
    const organization = client.getQueryData<Organization>(readKey('getOrganization', { params: { slug } }));
    // If the page has no section for cards, it does not set a default card.
    const hasCards = isSectionVisible('payment-methods', organization ?? null);
    if (paidWith !== null && hasCards && cards?.defaultPaymentMethodId !== paidWith)
      await write({ params: { slug }, body: { payment_method_id: paidWith } });
  };
}
