import { isoMonth, stepFrom } from '#lib/dates/calendar.ts';
import { MINUTE_SECONDS } from '#server/domain/periods.ts';
import { saveBillingDetails } from '#server/payments/billing-details.ts';
import { deleteCard, makeDefault } from '#server/payments/cards.ts';
import { keepMethod } from '#server/payments/chosen-method.ts';
import { runOutbox } from '#server/payments/outbox-work.ts';
import { previewChange } from '#server/payments/preview.ts';
import { updateSubscription } from '#server/payments/update-subscription.ts';
import { billPastTo, findCustomer, recordTaxIdVerification } from '#server/store/customers.ts';
import { agreeLaterExpiry, type PastPayment } from '#server/store/backdate.ts';
import { writeSetting } from '#server/database/settings.ts';
import type { SeededOrganizations } from './insert-organizations.ts';
import type { LivingOrganization } from './replay-history.ts';
import type { CardSeed, PendingChangeSeed } from './organization-seed.ts';
import type { PastGateway } from './past-gateway.ts';
import { castMember, memberActor, type CastMember, type MemberIds } from './cast.ts';
import type { SeededInvoice } from './payment-outcomes.ts';
import { chargedCards, recordPastTries, pastCharges } from './past-payments.ts';
import type { SeedStep } from './seed-steps.ts';

const distantYear = 2039;
const deletedDaysAgo = 2;
/** The pending change was requested this number of minutes before the seeding. */
const pendingMinutes = 10;

function expiry({ expires }: CardSeed, nowSeconds: number): { expMonth: number; expYear: number } {
  if (expires === undefined) return { expMonth: 8, expYear: distantYear };
  const [expYear = 0, expMonth = 0] = isoMonth(stepFrom(nowSeconds, { months: expires === 'this month' ? 0 : -3 }))
    .split('-')
    .map(Number);
  return { expMonth, expYear };
}

const minutesBefore = { details: 40, cards: 30 };

/** Time at which a card was added: before the first cycle if the card has charges, otherwise during a later cycle. */
function cardAddedAt({ seed, timeline }: LivingOrganization, index: number, nowSeconds: number): number {
  const { payer, refused } = chargedCards(seed.cards ?? []);
  if (index === payer || index === refused) return timeline.boundary(0) - (minutesBefore.cards - index) * MINUTE_SECONDS;
  const later = stepFrom(timeline.boundary(Math.min(index, seed.cyclesBefore)), { days: 2, hours: index });
  return Math.min(later, stepFrom(nowSeconds, { days: -deletedDaysAgo, hours: -index }));
}

/** Saves name, address and tax ID at the organization's start, and adds them to past invoices. */
function detailsStep(past: PastGateway, organization: LivingOrganization, memberIds: MemberIds): SeedStep {
  const { paymentContext } = past;
  const { seed, id, timeline } = organization;
  const { billing } = seed;
  return {
    atSeconds: timeline.boundary(0) - minutesBefore.details * MINUTE_SECONDS,
    by: memberActor(castMember(memberIds, seed, 'admin'), 'updateCustomer'),
    run: async () => {
      if (billing)
        await saveBillingDetails(paymentContext, id, {
          billing_name: billing.name,
          address: billing.address,
          tax_id: billing.taxId ?? undefined,
        });
      await billPastTo(paymentContext.db, id, billing?.formerName);
    },
  };
}

async function runWaitingWork({ paymentContext }: PastGateway): Promise<void> {
  while ((await runOutbox(paymentContext)) > 0);
}

function cardSteps(
  past: PastGateway,
  organization: LivingOrganization,
  memberIds: MemberIds,
  ids: string[],
  nowSeconds: number,
): SeedStep[] {
  const { paymentContext } = past;
  const { seed, id } = organization;
  const [owner, treasurer] = [castMember(memberIds, seed, 'owner'), castMember(memberIds, seed, 'billing')];
  return (seed.cards ?? []).flatMap((card, index): SeedStep[] => {
    const by = index === 0 ? owner : treasurer;
    const requester = { organizationId: id, memberId: by.id };
    const added: SeedStep = {
      atSeconds: cardAddedAt(organization, index, nowSeconds),
      by: memberActor(by, 'createSetupIntent'),
      run: async () => {
        const newCard = await past.newCard({ number: card.number, ...expiry(card, nowSeconds) });
        await keepMethod(paymentContext, requester, newCard);
        if (card.isDefault) await makeDefault(paymentContext, requester, newCard);
        ids[index] = newCard;
      },
    };
    if (!card.isDeleted) return [added];
    const deletion: SeedStep = {
      atSeconds: stepFrom(nowSeconds, { days: -deletedDaysAgo }),
      by: memberActor(treasurer, 'deletePaymentMethod'),
      run: () => deleteCard(paymentContext, { organizationId: id, memberId: treasurer.id }, ids[index] ?? ''),
    };
    // One minute after the deletion, the card is detached at the gateway.
    const detachment: SeedStep = { atSeconds: deletion.atSeconds + MINUTE_SECONDS, run: () => runWaitingWork(past) };
    return [added, deletion, detachment];
  });
}

/** Requests a quote, then a change at the quoted price, like the page. The payment then requires a challenge. */
function openChange(
  past: PastGateway,
  organizationId: number,
  owner: CastMember,
  pending: PendingChangeSeed,
  nowSeconds: number,
): SeedStep {
  const { tier, card, daysToPay } = pending;
  const { id: memberId } = owner;
  const atSeconds = nowSeconds - pendingMinutes * MINUTE_SECONDS;
  return {
    atSeconds,
    by: memberActor(owner, 'updateSubscription'),
    run: async () => {
      const { quote } = await previewChange(past.paymentContext, { organizationId, memberId }, { tier });
      const body = { tier, payment_method: await past.newCard({ number: card }), quote_id: quote?.id };
      await updateSubscription(past.paymentContext, {
        call: 'updateSubscription',
        organizationId,
        memberId,
        idempotencyKey: null,
        requestId: 'seed',
        input: body,
        body,
      });
      await agreeLaterExpiry(past.paymentContext.db, organizationId, new Date(stepFrom(nowSeconds, { days: daysToPay }) * 1000));
    },
  };
}

interface PastPayments {
  readonly past: PastGateway;
  readonly payments: PastPayment[];
  readonly memberIds: MemberIds;
  readonly nowSeconds: number;
}

export function payerSteps(
  { past, payments, memberIds, nowSeconds }: PastPayments,
  organization: LivingOrganization,
  invoices: readonly SeededInvoice[],
): SeedStep[] {
  const { seed, id } = organization;
  const cardIds: string[] = [];
  return [
    detailsStep(past, organization, memberIds),
    ...cardSteps(past, organization, memberIds, cardIds, nowSeconds),
    ...pastCharges(past, { organization, cardIds }, invoices, nowSeconds, payments),
    ...(seed.pendingChange ? [openChange(past, id, castMember(memberIds, seed, 'owner'), seed.pendingChange, nowSeconds)] : []),
  ];
}

export async function finishPayments(
  past: PastGateway,
  payments: readonly PastPayment[],
  { organizations, invoices }: SeededOrganizations,
  nowSeconds: number,
): Promise<void> {
  const { paymentContext } = past;
  past.at(nowSeconds);
  await recordPastTries(past, payments, invoices, nowSeconds);
  await runWaitingWork(past);
  await past.settle();
  for (const { id } of organizations.filter(({ seed }) => seed.billing?.taxId)) await queueRegistration(past, id);
  // Marks all gateway events until now as read, because the past charges are already recorded.
  await writeSetting(paymentContext.db, 'gateway_events_read_until', nowSeconds);
}

async function queueRegistration({ paymentContext }: PastGateway, organizationId: number): Promise<void> {
  const customer = await findCustomer(paymentContext.db, organizationId);
  if (customer?.gatewayId == null) return;
  const listed = await paymentContext.gateway.listTaxIds(customer.gatewayId);
  if (listed.ok) for (const { id, verification } of listed.value) await recordTaxIdVerification(paymentContext.db, id, verification);
}
