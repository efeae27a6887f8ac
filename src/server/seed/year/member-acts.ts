import type { Tier } from '#contract/types.ts';
import { addBudget, changeBudget } from '#server/billing/budgets/save-budget.ts';
import { queueDetailsChanged } from '#server/billing/notices/change-notices.ts';
import { instantOf } from '#server/database/database.ts';
import { saveBillingDetails } from '#server/payments/billing-details.ts';
import { deleteCard, makeDefault } from '#server/payments/cards.ts';
import { keepMethod } from '#server/payments/chosen-method.ts';
import { newId } from '#server/payments/ids.ts';
import { previewChange } from '#server/payments/preview.ts';
import { topUp } from '#server/payments/top-up.ts';
import { updateSubscription } from '#server/payments/update-subscription.ts';
import { budgetId } from '#server/seed/identifiers.ts';
import type { BillingSeed, BudgetSeed } from '#server/seed/organization-seed.ts';
import { findBudget } from '#server/store/budgets.ts';
import { customerProfile } from '#server/store/customers.ts';
import { updateOrganization } from '#server/store/organizations.ts';
import { defaultMethod, listMethods } from '#server/store/payment-methods.ts';
import { paymentsOf, requesterOf, type YearScene } from '#server/seed/cast.ts';

const requestOf = (scene: YearScene, body: unknown) => ({ ...requesterOf(scene), idempotencyKey: null, requestId: 'seed', input: body });

export const renameOrganization = (scene: YearScene, name: string): Promise<void> =>
  updateOrganization(paymentsOf(scene).db, scene.organization.id, { name });

/** The recipients count as confirmed, so no confirmation emails are queued. */
export async function saveRecipients(scene: YearScene, billingEmail: string, additionalEmails: readonly string[]): Promise<void> {
  const { db } = paymentsOf(scene);
  const { id: organizationId } = scene.organization;
  const { email } = await customerProfile(db, organizationId);
  await updateOrganization(db, organizationId, { billingEmail, additionalBillingEmails: [...additionalEmails] });
  await queueDetailsChanged(db, {
    organizationId,
    changes: [{ what: 'billing_email', before: email || null, after: billingEmail }],
    atSeconds: scene.atSeconds,
    key: newId('mail'),
  });
}

export const saveDetails = (scene: YearScene, { name, address }: BillingSeed): Promise<void> =>
  saveBillingDetails(paymentsOf(scene), scene.organization.id, { billing_name: name, address });

export async function addCard(scene: YearScene, number: string): Promise<void> {
  const id = await scene.past.newCard({ number });
  await keepMethod(paymentsOf(scene), requesterOf(scene), id);
  await makeDefault(paymentsOf(scene), requesterOf(scene), id);
}

async function cardEndingIn(scene: YearScene, last4: string): Promise<string> {
  const found = (await listMethods(paymentsOf(scene).db, scene.organization.id)).find((method) => method.last4 === last4);
  if (!found) throw new Error(`There is no card ending in ${last4}`);
  return found.id;
}

export const chooseDefaultCard = async (scene: YearScene, last4: string): Promise<void> =>
  makeDefault(paymentsOf(scene), requesterOf(scene), await cardEndingIn(scene, last4));

export const removeCard = async (scene: YearScene, last4: string): Promise<void> =>
  deleteCard(paymentsOf(scene), requesterOf(scene), await cardEndingIn(scene, last4));

export async function changeTier(scene: YearScene, tier: Tier): Promise<void> {
  const payments = paymentsOf(scene);
  const card = await defaultMethod(payments.db, scene.organization.id);
  const { quote } = await previewChange(payments, requesterOf(scene), { tier });
  const body = { tier, payment_method: card?.id, quote_id: quote?.id };
  await updateSubscription(payments, { ...requestOf(scene, body), call: 'updateSubscription', body });
}

export async function buyCredits(scene: YearScene, dollars: number, number: string | undefined): Promise<void> {
  const payments = paymentsOf(scene);
  const card = number === undefined ? (await defaultMethod(payments.db, scene.organization.id))?.id : await scene.past.newCard({ number });
  const body = { payment_method_id: card ?? '', amount: dollars, hcaptcha_token: scene.past.captchaToken(), save_card: false };
  const { status } = await topUp(payments, { ...requestOf(scene, body), call: 'topUpCredits', body });
  if (status !== 201) throw new Error(`The top-up of ${dollars} dollars was answered ${status}`);
}

export async function saveBudget(scene: YearScene, { name, basis, amount_cents: amountCents, thresholds, at_limit: atLimit }: BudgetSeed) {
  const { db } = paymentsOf(scene);
  const { id: organizationId, seed } = scene.organization;
  const id = budgetId(seed.slug, name);
  const terms = { name, scope: 'organization' as const, basis, amountCents, thresholds, atLimit, recipients: null };
  const known = await findBudget(db, organizationId, id);
  if (known) await changeBudget(db, { organizationId, id, version: known.version }, terms, scene.atSeconds);
  else await addBudget(db, { id, organizationId, ...terms, createdAt: instantOf(scene.atSeconds) }, scene.atSeconds);
}
