/** Texts of changed fields in the activity log. Fields that are not listed here are never shown. */
import type { BillingPartner, PlanId, TokenScope } from '#contract/types.ts';
import { computeSizeName } from '#lib/compute-size.ts';
import { countryName } from '#lib/country-names.ts';
import { formatDateTime } from '#lib/dates/format.ts';
import { invoiceStatusLabel } from '#lib/invoice-status-label.ts';
import { partnerNames } from '#lib/managed-by.ts';
import { formatCents } from '#lib/money.ts';
import { planNames } from '#lib/plan-names.ts';
import { projectStatusNames } from '#lib/project-status.ts';
import { activityFields as names, activityTexts, activityValues as values } from '#lib/texts/activity.ts';
import { fillText } from '#lib/texts/fill.ts';
import { rareNoticeTexts } from '#lib/texts/rare-notices.ts';
import { tokenScopeNames } from '#lib/texts/tokens.ts';
import { findAddonVariant } from '#server/domain/addons.ts';
import { type BudgetScope, metricOfScope } from '#server/domain/budget/budget.ts';
import { findMetric } from '#server/domain/metrics.ts';

export type FieldValues = Readonly<Record<string, unknown>>;

export interface ChangeWords {
  readonly what: string;
  readonly before: string | null;
  readonly after: string | null;
}

type Words = (value: unknown) => string;
type Field = readonly [name: string, words: Words];

const plain: Words = (value) => String(value);
const money: Words = (value) => formatCents(Number(value));
const instant: Words = (value) => formatDateTime(typeof value === 'number' ? value : Math.floor(Date.parse(String(value)) / 1000));
const known =
  (table: Readonly<Record<string, string>>): Words =>
  (value) =>
    table[String(value)] ?? String(value);
/** Formats the spend cap as on or off. The stored value is the opposite: whether overage is charged. */
const cap: Words = (isOverageCharged) => (isOverageCharged === true ? values.off : values.on);
/** Does not name the project: the log stores only the ref, which means nothing to members. */
const budgetScope: Words = (value) => {
  const metric = metricOfScope(String(value) as BudgetScope);
  if (metric !== null) return findMetric(metric)?.name ?? metric;
  return value === 'organization' ? values.wholeOrganization : values.oneProject;
};
const plan: Words = (value) => planNames[value as PlanId] ?? String(value);

const tiers: Words = known({
  tier_free: planNames.free,
  tier_pro: fillText(values.capOn, { plan: planNames.pro }),
  tier_payg: fillText(values.capOff, { plan: planNames.pro }),
  tier_team: planNames.team,
  tier_enterprise: planNames.enterprise,
});

const failures: Words = known({
  price_changed: rareNoticeTexts.price_changed,
  cycle_ended: rareNoticeTexts.cycle_ended,
  same_plan: rareNoticeTexts.same_plan,
});

const mostListed = 5;

/** Joins the first five entries and counts the other entries: 'a, b and 3 more'. */
export function listWords(entries: readonly string[], count: number = entries.length): string {
  const shown = entries.slice(0, mostListed);
  const list = shown.join(', ');
  return count > shown.length ? fillText(activityTexts.more, { list, count: count - shown.length }) : list;
}

const listed: Words = (value) => (Array.isArray(value) ? listWords(value.map((entry) => known(values)(entry))) : String(value));

const tokenScopes: Words = (value) => (value as readonly TokenScope[]).map((scope) => tokenScopeNames[scope]).join(', ');

interface Threshold {
  readonly percent: number;
  readonly on: string;
}
const thresholds: Words = (value) =>
  (value as readonly Threshold[])
    .map(({ percent, on }) => fillText(on === 'actual' ? values.spent : values.expected, { percent }))
    .join(', ');

const invoiceStatus: Words = (value) => invoiceStatusLabel(value as Parameters<typeof invoiceStatusLabel>[0]);

const fields: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  subscription: {
    plan: [names.plan, plan],
    usage_billing_enabled: [names.spendCap, cap],
    payment_method_type: [names.paidBy, known({ card: values.card, invoice: values.invoice })],
    scheduled_plan: [names.scheduledPlan, plan],
    scheduled_usage_billing: [names.scheduledCap, cap],
    scheduled_at: [names.scheduledFor, instant],
  },
  plan_change: { tier: [names.plan, tiers], failure_reason: [names.reason, failures] },
  discount: {
    basis_points: [names.discount, (value) => `${Number(value) / 100}%`],
    amount_cents: [names.discount, money],
    starts_at: [names.starts, instant],
    ends_at: [names.ends, instant],
  },
  invoice: {
    status: [names.status, invoiceStatus],
    amount_due_cents: [names.amountDue, money],
    corrected_number: [names.correctedNumber, plain],
    credit_note_number: [names.creditNoteNumber, plain],
  },
  credit_note: { balance_cents: [names.addedToCredits, money], reason: [names.reason, plain] },
  refund: { credit_cents: [names.takenFromCredits, money], reason: [names.reason, plain] },
  dispute: { held_cents: [names.creditsHeld, money] },
  late_invoice: { amount_cents: [names.amount, money], closes_at: [names.due, instant] },
  staff_action: {
    status: [names.status, invoiceStatus],
    amount_due_cents: [names.amountDue, money],
    balance_cents: [names.creditBalance, money],
    refunded_cents: [names.refunded, money],
    next_try_at: [names.nextTry, instant],
  },
  project: {
    name: [names.name, plain],
    status: [names.status, known(projectStatusNames)],
    compute_size: [names.computeSize, (value) => computeSizeName(value as Parameters<typeof computeSizeName>[0])],
  },
  addon: { variant: [names.addon, (value) => findAddonVariant(String(value))?.name ?? String(value)] },
  budget: {
    name: [names.name, plain],
    amount_cents: [names.amount, money],
    scope: [names.scope, budgetScope],
    window: [names.window, known({ cycle: values.cycle, day: values.day })],
    basis: [names.measures, known({ bill: values.bill, overage: values.overage })],
    at_limit: [names.atAmount, known({ alert: values.alert, stop: values.stop })],
    thresholds: [names.alerts, thresholds],
    recipients: [names.recipients, listed],
  },
  token: {
    name: [names.name, plain],
    scopes: [names.scopes, tokenScopes],
    ends_at: [names.ends, instant],
  },
  proposal: {
    act: [names.act, known(values)],
    tier: [names.change, tiers],
    amount_cents: [names.amount, money],
    due_cents: [names.dueNow, money],
    monthly_cents: [names.perMonth, money],
    approved_due_cents: [names.approvedDue, money],
  },
  organization: {
    name: [names.name, plain],
    billing_partner: [names.billedBy, (value) => partnerNames[value as BillingPartner] ?? String(value)],
    restriction_status: [names.restriction, known(values)],
    disabled_features: [names.features, listed],
    opt_in_tags: [names.preferences, listed],
  },
};

const addressFields: Readonly<Record<string, Field>> = {
  billing_name: [names.name, plain],
  line1: [names.line1, plain],
  line2: [names.line2, plain],
  postal_code: [names.postalCode, plain],
  city: [names.city, plain],
  state: [names.state, plain],
  country: [names.country, (value) => countryName(String(value))],
  po_number: [names.poNumber, plain],
  buyer_reference: [names.buyerReference, plain],
  next_po_number: [names.nextPoNumber, plain],
  next_buyer_reference: [names.nextBuyerReference, plain],
  po_required: [names.poRequired, (value) => (value === true ? values.required : values.notRequired)],
};
const taxFields: Readonly<Record<string, Field>> = { tax_id_value: [names.taxId, plain] };
const emailFields: Readonly<Record<string, Field>> = { billing_email: [names.billingEmail, plain] };

export interface ReaderRights {
  /** True if the reader may see the customer's name, address and email recipients. */
  readonly customer: boolean;
  readonly taxIds: boolean;
  readonly cards: boolean;
}

function fieldsOf(what: string, { customer, taxIds }: ReaderRights): Readonly<Record<string, Field>> {
  if (what === 'billing_details') return { ...(customer && addressFields), ...(taxIds && taxFields) };
  if (what === 'organization') return { ...fields['organization'], ...(customer && emailFields) };
  return fields[what] ?? {};
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const wordsOrNone = (words: Words, value: unknown): string | null => (isEmpty(value) ? null : words(value));

const addressesIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Returns the added and removed recipients. The complete lists can be long. */
function recipientChange(before: FieldValues, after: FieldValues): ChangeWords[] {
  const [was, becomes] = [addressesIn(before['additional_billing_emails']), addressesIn(after['additional_billing_emails'])];
  const gone = was.filter((address) => !becomes.includes(address));
  const added = becomes.filter((address) => !was.includes(address));
  if (gone.length + added.length === 0) return [];
  return [{ what: names.recipients, before: gone.length > 0 ? listWords(gone) : null, after: added.length > 0 ? listWords(added) : null }];
}

export function changeWords(what: string, before: FieldValues, after: FieldValues, rights: ReaderRights): ChangeWords[] {
  const changes = Object.entries(fieldsOf(what, rights)).flatMap(([key, [name, words]]): ChangeWords[] => {
    if (!(key in before) && !(key in after)) return [];
    const [was, becomes] = [wordsOrNone(words, before[key]), wordsOrNone(words, after[key])];
    return was === becomes ? [] : [{ what: name, before: was, after: becomes }];
  });
  if (what === 'organization' && rights.customer) changes.push(...recipientChange(before, after));
  // The activity entry only says that contract prices changed; invoices show the prices.
  if (what === 'subscription' && ('contract' in before || 'contract' in after))
    changes.push({ what: names.contract, before: null, after: values.changed });
  return changes;
}
