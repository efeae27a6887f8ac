import type { Organization, PlanId, Subscription } from '#contract/types.ts';
import { stepFrom } from '#lib/dates/calendar.ts';
import { planNames } from '#lib/plan-names.ts';
import { addonHourlyDollars, findAddonVariant, type AddonVariant } from '#server/domain/addons.ts';
import type { PriceBook } from '#server/domain/book/price-book.ts';
import { planOfTier } from '#server/domain/plans.ts';
import { DomainError } from '#server/domain/errors.ts';
import type { ContractTerms } from '#server/domain/rates.ts';
import type { PendingPayment } from '#server/payments/confirm.ts';
import type { SubscriptionRow } from '#server/store/subscriptions.ts';
import { unixSeconds } from './time.ts';

export const planView = (id: PlanId): Organization['plan'] => ({ id, name: planNames[id] });

type Addon = Subscription['addons'][number];
type ProjectRow = SubscriptionRow['projects'][number];

/** Returns the hourly price in dollars. Returns null if only a contract can set the price, and the contract has no price. */
function hourlyDollars(book: PriceBook, variant: AddonVariant, contract: ContractTerms | null): number | null {
  try {
    return addonHourlyDollars(book, variant, contract ?? {});
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

function priceText(dollars: number | null, monthlyDollars: number | null): string {
  if (dollars === null) return 'Price by contract';
  return monthlyDollars === null ? `$${dollars} per hour` : `$${dollars} per hour (about $${monthlyDollars} per month)`;
}

function addonView(identifier: string, { book, contract }: Pick<SubscriptionRow, 'book' | 'contract'>): Addon[] {
  const variant = findAddonVariant(identifier);
  if (!variant) return [];
  const dollars = hourlyDollars(book, variant, contract);
  return [
    {
      type: variant.type,
      variant: {
        identifier,
        name: variant.name,
        price: dollars ?? 0,
        price_description: priceText(dollars, book.addonMonthlyDollars.get(identifier) ?? null),
        price_interval: 'hourly',
        price_type: 'usage',
      },
    },
  ];
}

const variantsOf = ({ computeSize, addons }: ProjectRow): string[] => [`ci_${computeSize}`, ...addons.map(({ variant }) => variant)];

const shownDays = 30;

function refundedChangeView({ refundedChange: change }: SubscriptionRow, nowSeconds: number): Pick<Subscription, 'refunded_change'> {
  if (change === null || nowSeconds > stepFrom(change.atSeconds, { days: shownDays })) return {};
  const { tier, amountCents, atSeconds, reason } = change;
  return { refunded_change: { target_plan: planView(planOfTier(tier).planId), amount: amountCents, at: atSeconds, reason } };
}

/** @param mayWrite true to include a pending payment, which only billing writers see */
export function subscriptionView(
  row: SubscriptionRow,
  pending: PendingPayment | null,
  mayWrite: boolean,
  nowSeconds: number,
): Subscription {
  const scheduled = row.scheduledAt &&
    row.scheduledPlan && {
      at: unixSeconds(row.scheduledAt),
      target_plan: planView(row.scheduledPlan),
      usage_billing_enabled: row.scheduledUsageBilling ?? false,
    };
  const periodEnd = unixSeconds(row.currentPeriodEnd);
  return {
    plan: planView(row.plan),
    billing_cycle_anchor: unixSeconds(row.billingCycleAnchor),
    current_period_start: unixSeconds(row.currentPeriodStart),
    current_period_end: periodEnd,
    next_invoice_at: periodEnd,
    usage_billing_enabled: row.usageBillingEnabled,
    customer_balance: row.balanceCents,
    pending_payment_intent_secret: mayWrite ? (pending?.secret ?? null) : null,
    ...(mayWrite && pending?.isProcessing ? { pending_payment_is_processing: true as const } : {}),
    ...(mayWrite && pending?.secret ? { pending_change: { tier: pending.tier, amount: pending.amountCents } } : {}),
    ...(row.disputedCents > 0 ? { disputed: { held_credit: row.heldCreditCents, payments: row.disputedCents } } : {}),
    ...refundedChangeView(row, nowSeconds),
    payment_method_type: row.paymentMethodType,
    billing_via_partner: row.billingPartner !== null,
    ...(row.billingPartner ? { billing_partner: row.billingPartner } : {}),
    addons: [],
    project_addons: row.projects
      .map((project) => ({
        ref: project.ref,
        name: project.name,
        addons: variantsOf(project).flatMap((id) => addonView(id, row)),
      }))
      .filter(({ addons }) => addons.length > 0),
    scheduled_plan_change: scheduled,
    ...(row.lateInvoice ? { late_invoice: { at: row.lateInvoice.at, amount: row.lateInvoice.cents } } : {}),
  };
}
