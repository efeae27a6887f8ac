import { isoMonth, stepFrom } from '#lib/dates/calendar.ts';
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
import { recordPastCharges, pastCharges, type SeedStep } from './past-payments.ts';

const distantYear = 2039;
const deletedDaysAgo = 2;

function expiry({ expires }: CardSeed, nowSeconds: number): { expMonth: number; expYear: number } {
  if (expires === undefined) return { expMonth: 8, expYear: distantYear };
  const [expYear = 0, expMonth = 0] = isoMonth(stepFrom(nowSeconds, { months: expires === 'this month' ? 0 : -3 }))
    .split('-')
    .map(Number);
  return { expMonth, expYear };
}

/** Creates name, address, tax ID and cards at the organization's start, then their later changes. */
function setUp(
  past: PastGateway,
  { seed, id, timeline }: LivingOrganization,
  ownerId: number,
  ids: string[],
  nowSeconds: number,
): SeedStep[] {
  const { paymentContext } = past;
  const owner = { organizationId: id, memberId: ownerId };
  const { billing, cards = [] } = seed;
  const beganAt = timeline.boundary(0);
  return [
    {
      atSeconds: beganAt,
      run: async () => {
        if (billing)
          await saveBillingDetails(paymentContext, id, {
            billing_name: billing.name,
            address: billing.address,
            tax_id: billing.taxId ?? undefined,
          });
        await billPastTo(paymentContext.db, id, billing?.formerName);
        for (const card of cards) {
          const newCard = await past.newCard({ number: card.number, ...expiry(card, nowSeconds) });
          await keepMethod(paymentContext, owner, newCard);
          if (card.isDefault) await makeDefault(paymentContext, owner, newCard);
          ids.push(newCard);
        }
      },
    },
    ...cards.flatMap((card, index): SeedStep[] =>
      card.isDeleted
        ? [{ atSeconds: stepFrom(nowSeconds, { days: -deletedDaysAgo }), run: () => deleteCard(paymentContext, owner, ids[index] ?? '') }]
        : [],
    ),
  ];
}

/** Requests a quote, then the change at that price, as the page does. Its payment then waits for a challenge. */
function openChange(past: PastGateway, organizationId: number, memberId: number, pending: PendingChangeSeed, atSeconds: number): SeedStep {
  const { tier, card, daysToPay } = pending;
  return {
    atSeconds,
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
      await agreeLaterExpiry(past.paymentContext.db, organizationId, new Date(stepFrom(atSeconds, { days: daysToPay }) * 1000));
    },
  };
}

/** Gives the demo cards, billing details, past charges and open payments, in order of time and through members' calls if possible. */
export async function payThrough(
  past: PastGateway,
  { organizations, invoices, ownerId }: SeededOrganizations,
  nowSeconds: number,
): Promise<void> {
  const { paymentContext } = past;
  const payments: PastPayment[] = [];
  const deeds = organizations.flatMap((organization): SeedStep[] => {
    const { seed, id } = organization;
    const cardIds: string[] = [];
    const ownInvoices = invoices.filter(({ organizationId }) => organizationId === id);
    return [
      ...setUp(past, organization, ownerId, cardIds, nowSeconds),
      ...pastCharges(past, { organization, cardIds }, ownInvoices, nowSeconds, payments),
      ...(seed.pendingChange ? [openChange(past, id, ownerId, seed.pendingChange, nowSeconds)] : []),
    ];
  });
  for (const { atSeconds, run } of deeds.toSorted((a, b) => a.atSeconds - b.atSeconds)) {
    past.at(atSeconds);
    await run();
  }
  past.at(nowSeconds);
  await recordPastCharges(past, payments, invoices, nowSeconds);
  while ((await runOutbox(paymentContext)) > 0);
  await past.settle();
  for (const { id } of organizations.filter(({ seed }) => seed.billing?.taxId)) await queueRegistration(past, id);
  // The past's events are already recorded, so they are not read from the gateway.
  await writeSetting(paymentContext.db, 'gateway_events_read_until', nowSeconds);
}

async function queueRegistration({ paymentContext }: PastGateway, organizationId: number): Promise<void> {
  const customer = await findCustomer(paymentContext.db, organizationId);
  if (customer?.gatewayId == null) return;
  const listed = await paymentContext.gateway.listTaxIds(customer.gatewayId);
  if (listed.ok) for (const { id, verification } of listed.value) await recordTaxIdVerification(paymentContext.db, id, verification);
}
