import { DRAFT_SECONDS } from '#server/domain/collection.ts';
import { MINUTE_SECONDS } from '#server/domain/periods.ts';
import { planLine } from '#server/domain/invoice.ts';
import { planPriceCents } from '#server/domain/plans.ts';
import { billedLine } from '#server/billing/periods/billed-usage.ts';
import { termsOfPeriodFrom } from '#server/billing/periods/period-terms.ts';
import { billedSubscription } from '#server/store/billing-periods.ts';
import { closeCycle, startPeriod } from '#server/billing/invoices/close-cycle.ts';
import type { Database } from '#server/database/database.ts';
import type { ChargeInvoice } from '#server/billing/invoices/finalized-invoice.ts';
import { postInvoice } from '#server/billing/invoices/finalize-invoice.ts';
import { insertInvoice } from '#server/store/invoices/invoice-writing.ts';
import { SERVICE } from '#server/domain/staff/people.ts';
import { recordUsage, recordUsageOfMany } from '#server/billing/usage/record-usage.ts';
import { projectRef, subscriptionId } from './identifiers.ts';
import type { OrganizationSeed } from './organization-seed.ts';
import type { SeededInvoice } from './payment-outcomes.ts';
import type { SeedStep } from './seed-steps.ts';
import type { Timeline } from './timeline.ts';
import { usageOf } from './usage.ts';

export interface LivingOrganization {
  readonly seed: OrganizationSeed;
  readonly id: number;
  readonly timeline: Timeline;
}

/** No invoice is charged during the replay. The seed defines the payment outcomes. */
const keepFromCharging: ChargeInvoice = () => Promise.resolve();

export const billsUsage = ({ plan, spendCapOn = false }: OrganizationSeed): boolean => plan !== 'free' && !spendCapOn;

type MadeInvoice = Omit<SeededInvoice, 'outcome'>;

async function begin(tx: Database, { seed, id, timeline }: LivingOrganization): Promise<MadeInvoice[]> {
  const { slug } = seed;
  const [startSeconds, endSeconds] = [timeline.boundary(0), timeline.boundary(1)];
  const terms = await termsOfPeriodFrom(tx, await billedSubscription(tx, id), null, startSeconds);
  const { planId, book, discounts } = terms;
  const contract = terms.contract ?? undefined;
  const priceCents = planPriceCents(book, planId, contract?.planPriceCents);
  const fee = planLine({ planId, priceCents, discounts, startSeconds, endSeconds });
  const feeCents = fee.amountCents;
  const start = { organizationId: id, startSeconds, endSeconds, feeChargedCents: feeCents, terms };
  if (planId === 'free') {
    await startPeriod(tx, start);
    return [];
  }
  const line = billedLine(fee, { id: 0, period: { book, planId, contract } }, false, new Map());
  const invoiceId = await insertInvoice(tx, {
    organizationId: id,
    slug,
    subscriptionId: subscriptionId(slug),
    kind: 'start',
    lines: [line],
    periodStartSeconds: startSeconds,
    periodEndSeconds: startSeconds,
    status: 'open',
    carriedCents: 0,
    amountDueCents: feeCents,
    finalizedAtSeconds: startSeconds,
  });
  await startPeriod(tx, { ...start, feeInvoiceId: invoiceId });
  await postInvoice(tx, { organizationId: id, id: invoiceId, totalCents: feeCents, dueCents: feeCents, atSeconds: startSeconds });
  return [{ id: invoiceId, organizationId: id, amountDueCents: feeCents, finalizedAtSeconds: startSeconds }];
}

export async function beginHistory(tx: Database, organization: LivingOrganization, nowSeconds: number): Promise<MadeInvoice[]> {
  const { seed, id, timeline } = organization;
  const started = await begin(tx, organization);
  const records = usageOf(seed, timeline, nowSeconds);
  if (records.length > 0) {
    const { rejected } = await recordUsage(tx, id, records, nowSeconds);
    const [first] = rejected;
    if (first) throw new Error(`Usage of ${seed.slug} was refused: ${first.field}: ${first.message}`);
  }
  return started;
}

/** Closes past cycles with the code of the product. @returns the invoices, oldest first */
export async function replayHistory(tx: Database, organization: LivingOrganization, nowSeconds: number): Promise<MadeInvoice[]> {
  const { seed, id, timeline } = organization;
  const started = await beginHistory(tx, organization, nowSeconds);
  for (let cycle = 1; cycle <= seed.cyclesBefore; cycle += 1) {
    const isLast = cycle === seed.cyclesBefore;
    const stillDraft = isLast && seed.invoices?.[0]?.status === 'draft';
    const closesAt = timeline.boundary(cycle) + (stillDraft ? 0 : DRAFT_SECONDS);
    const closed = await closeCycle(tx, id, Math.min(closesAt, nowSeconds), keepFromCharging);
    if (!closed) throw new Error(`Cycle ${cycle} of ${seed.slug} was not closed`);
    if (closed.invoiceId === null) continue;
    started.push({
      id: closed.invoiceId,
      organizationId: id,
      amountDueCents: closed.finalized?.amountDueCents ?? 0,
      finalizedAtSeconds: closed.finalized?.finalizedAtSeconds ?? closed.endSeconds,
    });
  }
  return started;
}

const hourSeconds = 3600;
const reviewAboveCents = 100_000;

const heldMinutes = 40;

/** Steps that send usage far above the previous days, as a faulty meter would. */
export function heldUsageSteps(tx: Database, { seed, id }: LivingOrganization, nowSeconds: number): SeedStep[] {
  if (!seed.heldUsage) return [];
  const { project, metric, quantity } = seed.heldUsage;
  const atSeconds = nowSeconds - heldMinutes * MINUTE_SECONDS;
  const record = {
    index: 0,
    id: 'faulty-meter',
    projectRef: projectRef(seed.slug, project),
    metric,
    fromSeconds: nowSeconds - hourSeconds,
    untilSeconds: null,
    quantity,
  };
  const sender = { id: SERVICE, aboveCents: reviewAboveCents, clockAheadSeconds: 0 };
  return [
    {
      atSeconds,
      run: async () => {
        const { held } = await recordUsageOfMany(tx, [{ organizationId: id, records: [record] }], atSeconds, undefined, undefined, sender);
        if (held !== 1) throw new Error(`Usage of ${seed.slug} was not held`);
      },
    },
  ];
}
