import type { CallName } from '#contract/calls.ts';
import { dayStart, stepFrom } from '#lib/dates/calendar.ts';
import { reviewBudgets } from '#server/billing/budgets/budget-reviews.ts';
import { closeCycle } from '#server/billing/invoices/close-cycle.ts';
import { enrolInvoice, invoicesToEnrol } from '#server/billing/invoices/collectable.ts';
import { collectByCard, nextCollection } from '#server/billing/invoices/collections.ts';
import { finalizeInvoice } from '#server/billing/invoices/finalize-invoice.ts';
import { requestBudgetReviews } from '#server/billing/limits/limit-terms.ts';
import { secondsOf } from '#server/database/database.ts';
import { DRAFT_SECONDS } from '#server/domain/collection.ts';
import { MINUTE_SECONDS } from '#server/domain/periods.ts';
import { collectDue } from '#server/payments/collect.ts';
import { fetchEvents, runEvents } from '#server/payments/events.ts';
import { runOutbox } from '#server/payments/outbox-work.ts';
import { castMember, memberActor, staffActor, type MemberIds } from '#server/seed/cast.ts';
import type { PastAct } from '#server/seed/organization-seed.ts';
import type { PastGateway } from '#server/seed/past-gateway.ts';
import type { LivingOrganization } from '#server/seed/replay-history.ts';
import type { SeedStep } from '#server/seed/seed-steps.ts';
import { billedSubscription } from '#server/store/billing-periods.ts';
import { budgetsOf, findBudgetReview } from '#server/store/budgets.ts';
import { writeSetting } from '#server/database/settings.ts';
import { draftsDue, nextDraft } from '#server/store/due-work.ts';
import { splitTotals } from '#server/store/usage/usage-totals.ts';
import type { PastActor } from '#server/store/backdate.ts';
import {
  addCard,
  buyCredits,
  changeTier,
  chooseDefaultCard,
  removeCard,
  renameOrganization,
  saveBudget,
  saveDetails,
  saveRecipients,
} from './member-acts.ts';
import { actAsStaff } from './staff-acts.ts';
import type { YearScene } from '#server/seed/cast.ts';

/** Days between budget reviews. The replay schedules these reviews, because its inserted usage does not trigger them. */
const budgetDays = 3;
const mostDrafts = 1000;
/** After this number of seconds, the gateway has settled a refund or a dispute. */
const gatewaySeconds = 120;

/** Actions that queue work for the gateway, or that cause gateway events later. */
const gatewayActs: ReadonlySet<PastAct['kind']> = new Set(['top_up', 'refund', 'dispute_decided', 'delete_card']);

/** The last replayed jobs run this number of minutes before the seeding, so that the first jobs after the seeding find no overdue work. */
const lastMinutes = 45;

interface Year {
  readonly past: PastGateway;
  readonly memberIds: MemberIds;
  readonly nowSeconds: number;
}

const callOf = {
  rename: 'updateOrganization',
  recipients: 'updateOrganization',
  details: 'updateCustomer',
  card: 'createSetupIntent',
  default_card: 'setDefaultPaymentMethod',
  delete_card: 'deletePaymentMethod',
  plan: 'updateSubscription',
  top_up: 'topUpCredits',
  budget: 'createBudget',
} as const satisfies Partial<Record<PastAct['kind'], CallName>>;

const isCall = (kind: PastAct['kind']): kind is keyof typeof callOf => Object.hasOwn(callOf, kind);

function authorOf({ memberIds }: Year, { seed }: LivingOrganization, { kind, by }: PastAct): PastActor {
  if (kind === 'dispute_decided') return null;
  return isCall(kind) ? memberActor(castMember(memberIds, seed, by ?? 'owner'), callOf[kind]) : staffActor('billing');
}

function perform(scene: YearScene, act: PastAct): Promise<void> {
  switch (act.kind) {
    case 'rename':
      return renameOrganization(scene, act.name);
    case 'recipients':
      return saveRecipients(scene, act.billingEmail, act.additionalEmails);
    case 'details':
      return saveDetails(scene, act.billing);
    case 'card':
      return addCard(scene, act.number);
    case 'default_card':
      return chooseDefaultCard(scene, act.last4);
    case 'delete_card':
      return removeCard(scene, act.last4);
    case 'plan':
      return changeTier(scene, act.tier);
    case 'top_up':
      return buyCredits(scene, act.dollars, act.number);
    case 'budget':
      return saveBudget(scene, act.budget);
    case 'dispute_decided':
      return scene.past.decideDisputes(act.outcome);
    default:
      return actAsStaff(scene, act);
  }
}

/** Runs queued gateway work, then fetches the gateway's events, because the replay receives no webhooks. */
async function followGateway({ past }: Year, atSeconds: number): Promise<void> {
  const { paymentContext } = past;
  while ((await runOutbox(paymentContext)) > 0);
  await past.settle();
  await writeSetting(paymentContext.db, 'gateway_events_read_until', atSeconds);
  await fetchEvents(paymentContext);
  while ((await runEvents(paymentContext)) > 0);
}

async function runJobs({ past }: Year, { id }: LivingOrganization, atSeconds: number): Promise<void> {
  const { paymentContext } = past;
  const { db } = paymentContext;
  const cycleEnd = secondsOf((await billedSubscription(db, id)).currentPeriodEnd);
  // The seed summed all usage as if there were no plan changes, so the totals are split at the cycle's end.
  if (cycleEnd <= atSeconds) await splitTotals(db, id, cycleEnd);
  await closeCycle(db, id, atSeconds, collectByCard);
  for (const draft of await draftsDue(db, atSeconds, mostDrafts))
    if (draft.organizationId === id) await finalizeInvoice(db, id, draft.invoiceId, draft.atSeconds, collectByCard);
  await collectDue(paymentContext);
  if ((await budgetsOf(db, id)).length === 0) return;
  await requestBudgetReviews(db, [id], atSeconds);
  await reviewBudgets(db, id, atSeconds);
}

async function nextJob({ past }: Year, { id }: LivingOrganization, atSeconds: number): Promise<number> {
  const { db } = past.paymentContext;
  const review = await findBudgetReview(db, id);
  const due = [
    secondsOf((await billedSubscription(db, id)).currentPeriodEnd) + DRAFT_SECONDS,
    await nextDraft(db, atSeconds),
    await nextCollection(db, atSeconds),
    review ? stepFrom(atSeconds, { days: budgetDays }) : null,
    review?.dueAt ? secondsOf(review.dueAt) : null,
  ];
  return Math.min(...due.filter((at) => at !== null && at > atSeconds).map(Number));
}

export function yearSteps(year: Year, organization: LivingOrganization): SeedStep[] {
  const { past, memberIds, nowSeconds } = year;
  const { seed, id, timeline } = organization;
  if (!seed.acts) return [];
  const jobs = (atSeconds: number): SeedStep => ({
    atSeconds,
    run: async () => {
      await runJobs(year, organization, atSeconds);
      const next = await nextJob(year, organization, atSeconds);
      return next < nowSeconds ? [jobs(next)] : [];
    },
  });
  const started: SeedStep = {
    atSeconds: timeline.boundary(0) + DRAFT_SECONDS,
    run: async () => {
      const { db } = past.paymentContext;
      for (const invoice of await invoicesToEnrol(db, Number.MAX_SAFE_INTEGER))
        if (invoice.organizationId === id) await enrolInvoice(db, invoice, timeline.boundary(0) + DRAFT_SECONDS);
      return [jobs(timeline.boundary(0) + DRAFT_SECONDS)];
    },
  };
  const acts = seed.acts.flatMap((act): SeedStep[] => {
    const atSeconds = stepFrom(dayStart(stepFrom(nowSeconds, { days: -act.daysAgo })), { hours: act.hour });
    const member = castMember(memberIds, seed, act.by ?? 'owner');
    const followed = atSeconds + gatewaySeconds;
    const after: SeedStep = {
      atSeconds: followed,
      run: async () => {
        if (gatewayActs.has(act.kind)) await followGateway(year, followed);
        await runJobs(year, organization, followed);
      },
    };
    // The jobs run before the action, so that a reached limit is recorded before the budget is raised.
    const before: SeedStep = { atSeconds: atSeconds - 1, run: () => runJobs(year, organization, atSeconds - 1) };
    const acting: SeedStep = {
      atSeconds,
      by: authorOf(year, organization, act),
      run: async () => {
        if (act.kind === 'plan') await splitTotals(past.paymentContext.db, id, atSeconds);
        await perform({ past, organization, atSeconds, member }, act);
        return [after];
      },
    };
    return act.kind === 'budget' ? [before, acting] : [acting];
  });
  const lastAt = nowSeconds - lastMinutes * MINUTE_SECONDS;
  const last: SeedStep = { atSeconds: lastAt, run: () => runJobs(year, organization, lastAt) };
  return [started, ...acts, last];
}
