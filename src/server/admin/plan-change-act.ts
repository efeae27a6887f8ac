import type { AdminShape } from '#contract/admin/admin-types.ts';
import { planChangeWords } from '#server/domain/staff/staff-rules.ts';
import { planOfTier, tierOf, type Tier } from '#server/domain/plans.ts';
import type { Database } from '#server/database/database.ts';
import { changeByStaff, priceByStaff, type ChangedByStaff } from '#server/payments/change-by-staff.ts';
import type { StaffTarget } from '#server/store/staff-actions.ts';
import { capOfPlan } from './organization-terms.ts';
import { lockOpenOrganization, requireOrganization } from './organizations.ts';
import { type StaffAct } from './staff-action.ts';
import { invoiceAnswer } from './staff-invoice-view.ts';

type Input = AdminShape<'PlanChangeInput'>;
type Effect = AdminShape<'PlanChanged'>['change'];

/** If the request names no plan, only the spend cap of the current plan changes. */
async function tierAsked(tx: Database, { slug }: StaffTarget, { plan, spend_cap: capOn }: Input): Promise<Tier> {
  const current = await requireOrganization(tx, slug);
  const planId = plan ?? current.plan;
  const stays = planId === 'pro' && planId === current.plan ? !current.usageBillingEnabled : undefined;
  return tierOf(planId, capOfPlan(planId, capOn ?? stays));
}

/** @param subtotalCents subtotal of the change's invoice */
function effectOf({ change, priced }: ChangedByStaff, subtotalCents: number): Effect {
  const { planId, spendCapOn } = planOfTier(change.tier);
  return {
    plan: planId,
    previous_plan: change.fromPlan,
    spend_cap: spendCapOn,
    state: change.state === 'scheduled' ? 'scheduled' : 'applied',
    effective_at: priced.quote.effectiveAtSeconds,
    charge_cents: change.chargeCents,
    usage_due_cents: priced.usageDueCents,
    // A credited amount first pays debt; only the rest increases the balance.
    credited_cents: Math.max(0, Math.min(0, change.balanceAppliedCents) - subtotalCents),
  };
}

/** The amount due is charged or left as an open invoice. */
export const planChangeAct: StaffAct<Input, AdminShape<'PlanChanged'>> = {
  kind: 'plan_change',
  find: async (db, slug) => {
    const { id } = await lockOpenOrganization(db, slug);
    return { organizationId: id, slug, invoiceId: null, paymentId: null };
  },
  nameOf: planChangeWords,
  amountOf: async (tx, target, input, at) => {
    if (input.charge !== true) return 0;
    const tier = await tierAsked(tx, target, input);
    const { chargeCents, usageDueCents } = await priceByStaff(tx, { organizationId: target.organizationId, tier, at });
    return chargeCents + usageDueCents;
  },
  perform: async (tx, { target, input, at }) => {
    const { organizationId } = target;
    const tier = await tierAsked(tx, target, input);
    const changed = await changeByStaff(tx, { organizationId, tier, at, charges: input.charge === true });
    const { change, owed } = changed;
    const ids = [change.invoiceId, change.usageInvoiceId].filter((id) => id !== null);
    const [invoiceId = null, usageInvoiceId = null] = [...owed, ...ids.filter((id) => !owed.includes(id))];
    const view = async (id: string | null) => (id === null ? null : invoiceAnswer(tx, target, id));
    const [invoice, usageInvoice] = [await view(invoiceId), await view(usageInvoiceId)];
    const changeInvoice = [invoice, usageInvoice].find((each) => each?.id === change.invoiceId);
    const effect = effectOf(changed, changeInvoice?.subtotal_cents ?? 0);
    return {
      data: (entries) => ({ change: effect, invoice, usage_invoice: usageInvoice, payment: null, entries }),
      before: { plan: change.fromPlan, usage_billing_enabled: change.fromUsageBilling },
      after: { plan: effect.plan, usage_billing_enabled: !effect.spend_cap, effective_at: effect.effective_at },
      invoiceId,
      preview: { change: effect },
      ...(input.charge === true && owed.length > 0 ? { isCharged: true as const } : {}),
    };
  },
};
