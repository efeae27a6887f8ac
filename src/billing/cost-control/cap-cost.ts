import type { Preview, Subscription } from '#contract/types.ts';
import { formatCents, roundedCentsFromDollars } from '#lib/money.ts';
import { formatDate } from '#lib/dates/format.ts';
import { fillText } from '#lib/texts/fill.ts';
import { planChangeTexts } from '#lib/texts/plan-change.ts';

export const capSettings = ['on', 'off'] as const;
export type CapSetting = (typeof capSettings)[number];

/** Pro with the spend cap and Pro without it are different tiers. */
export const tierOfSetting = (setting: CapSetting) => (setting === 'on' ? 'tier_pro' : 'tier_payg');

export interface CapCost {
  readonly summary: string;
  readonly bill: CapBill | null;
}

/** Amounts in cents: due = usage + balance - carried. A negative balance is credit. The carried amount is too small to charge. */
interface CapBill {
  readonly usageCents: number;
  readonly balanceCents: number;
  readonly carriedCents: number;
  readonly dueCents: number;
}

type Payer = Pick<Subscription, 'payment_method_type' | 'billing_via_partner' | 'next_invoice_at'>;

function collection({ billing_via_partner: viaPartner, payment_method_type: by }: Payer): string {
  if (viaPartner) return 'and settled through your billing partner';
  return by === 'invoice' ? 'and sent to you' : 'and charged to your default card';
}

/** Usage of the cycle so far; undefined if the platform does not report it. */
type UsageSoFar = Preview['usage_so_far'] | undefined;

/** Returns the cost of a change of the setting. Turning the cap on bills the overage so far; turning it off bills only later overage. */
export function capCost(setting: CapSetting, usage: UsageSoFar, payer: Payer): CapCost {
  if (setting === 'off')
    return {
      summary: `Nothing is charged today. From now on, overage is charged on your next invoice on ${formatDate(payer.next_invoice_at)}.`,
      bill: null,
    };
  if (usage === undefined) return { summary: 'Overage so far is invoiced now. No overage is charged after that.', bill: null };
  const usageCents = roundedCentsFromDollars(usage.total);
  const dueCents = usage.due === null ? usageCents : roundedCentsFromDollars(usage.due);
  if (usageCents === 0 && dueCents === 0) return { summary: 'Nothing is charged today: there is no overage in this cycle.', bill: null };
  const carriedCents = roundedCentsFromDollars(usage.carried ?? 0);
  const covered =
    carriedCents > 0
      ? fillText(planChangeTexts.tooSmall, { amount: formatCents(carriedCents) })
      : 'Your credits cover it: nothing is charged today.';
  const due = dueCents === 0 ? covered : `${formatCents(dueCents)} is due today.`;
  return {
    summary: `Overage so far is invoiced now ${collection(payer)}. ${due}`,
    bill: { usageCents, balanceCents: dueCents + carriedCents - usageCents, carriedCents, dueCents },
  };
}

export function confirmLabel(cost: CapCost | null): string {
  return cost?.bill && cost.bill.dueCents > 0 ? `Confirm, ${formatCents(cost.bill.dueCents)} due today` : 'Confirm';
}
