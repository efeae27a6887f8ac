import type { Shape } from '#contract/types.ts';
import { isSameLimit, loadSpend, type SpendFacts } from '#server/billing/budgets/budget-spend.ts';
import { previewBudget as foresee } from '#server/billing/budgets/preview-budget.ts';
import { addBudget, changeBudget, deleteBudget as remove } from '#server/billing/budgets/save-budget.ts';
import type { Database } from '#server/database/database.ts';
import { type BudgetScope, metricOfScope, projectOfScope } from '#server/domain/budget/budget.ts';
import { lowestLimits } from '#server/domain/budget/spending-limit.ts';
import { findMetric } from '#server/domain/metrics.ts';
import { nowOf, type PaymentContext } from '#server/payments/context.ts';
import { completeProposal } from '#server/payments/proposals.ts';
import { admitAddresses } from '#server/payments/recipients.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { runIdempotent } from '#server/payments/idempotent-request.ts';
import { notFound, PlatformError } from '#server/platform-error.ts';
import { type BudgetRow, budgetsOf, type BudgetTerms, crossingsOf, findBudget, newBudgetId } from '#server/store/budgets.ts';
import { bookInForce } from '#server/store/books/price-book-pinning.ts';
import { rememberConfirmed } from '#server/store/notices/confirmations.ts';
import { projectBelongs, projectNames } from '#server/store/projects.ts';
import type { Handler } from './handler.ts';
import { idempotentRequest, toAnswer } from './idempotent-request.ts';
import { unixSeconds } from './views/time.ts';

type Request = Shape<'BudgetRequest'>;
type Budget = Shape<'Budget'>;

const termsOf = ({ name, scope, window = 'cycle', basis, amount_cents, thresholds, at_limit, recipients }: Request): BudgetTerms => ({
  name,
  scope: scope as BudgetScope,
  window,
  basis,
  amountCents: amount_cents,
  thresholds,
  atLimit: at_limit,
  recipients: recipients ?? null,
});

const refuse = (path: string, message: string): never => {
  throw new PlatformError('rule_violated', `${path}: ${message}`, { fields: [{ path: `body.${path}`, message }] });
};

/** A limit on a metric requires that the spend cap covers this metric. A daily limit requires a counted metric. */
async function refuseLimit(db: Database, { scope, window, basis, at_limit }: Request, nowSeconds: number): Promise<void> {
  const name = metricOfScope(scope as BudgetScope);
  const metric = name === null ? undefined : findMetric(name);
  if (window === 'day' && (at_limit !== 'stop' || metric?.measure !== 'count'))
    refuse('window', 'can only be day for a limit on a counted metric');
  if (at_limit !== 'stop' || scope === 'organization') return;
  if (basis !== 'overage') refuse('basis', 'must be overage for a limit on a project or a metric');
  if (metric && !(await bookInForce(db, nowSeconds)).covered.has(metric.metric))
    refuse('at_limit', "can't be stop for a metric that the spend cap doesn't cover");
}

/** Validates rules that involve several fields of a budget. @throws {PlatformError} 422 naming the field */
async function refuseRules(db: Database, organizationId: number, request: Request, nowSeconds: number): Promise<void> {
  const { scope, thresholds } = request;
  const [ref, metric] = [projectOfScope(scope as BudgetScope), metricOfScope(scope as BudgetScope)];
  if (ref !== null && !(await projectBelongs(db, organizationId, ref))) refuse('scope', 'is not a project of this organization');
  if (metric !== null && !findMetric(metric)) refuse('scope', 'is not a metric');
  await refuseLimit(db, request, nowSeconds);
  const keys = thresholds.map(({ percent, on }) => `${percent} ${on}`);
  if (new Set(keys).size < keys.length) refuse('thresholds', 'must not hold the same threshold twice');
}

const namesFor = (db: Database, organizationId: number, rows: readonly BudgetRow[]) =>
  projectNames(
    db,
    organizationId,
    rows.flatMap(({ scope }) => projectOfScope(scope) ?? []),
  );

function budgetView(row: BudgetRow, { inputs, spendOf }: SpendFacts, names: ReadonlyMap<string, string>): Budget {
  const { actualCents, projectedCents } = spendOf(row);
  const stops = row.atLimit === 'stop' && inputs.subscription.usageBillingEnabled;
  const lowest = lowestLimits([row])[row.basis];
  const limit = inputs.running.limit;
  const inForce = limit?.limits.at(-1)?.[row.basis];
  const part = limit?.parts.find((state) => isSameLimit(state, row) && state.amountCents === row.amountCents);
  const isReached = row.scope === 'organization' ? lowest === inForce && (limit?.isReached ?? false) : (part?.isReached ?? false);
  return {
    id: row.id,
    version: row.version,
    project_name: names.get(projectOfScope(row.scope) ?? '') ?? null,
    name: row.name,
    scope: row.scope,
    window: row.window,
    basis: row.basis,
    amount_cents: row.amountCents,
    thresholds: [...row.thresholds],
    at_limit: row.atLimit,
    ...(row.recipients && { recipients: row.recipients }),
    ...(row.origin === 'stop_charges' && { origin: row.origin }),
    spent_cents: actualCents,
    projected_cents: projectedCents,
    limit_reached: stops && isReached,
  };
}

const spendOn = (db: Database, organizationId: number, rows: readonly BudgetRow[], nowSeconds: number): Promise<SpendFacts> =>
  loadSpend(
    db,
    organizationId,
    nowSeconds,
    rows.every(({ scope }) => projectOfScope(scope) === null),
  );

async function viewOf(db: Database, organizationId: number, id: string, nowSeconds: number): Promise<Budget> {
  const row = await findBudget(db, organizationId, id);
  if (!row) throw notFound('Budget');
  return budgetView(row, await spendOn(db, organizationId, [row], nowSeconds), await namesFor(db, organizationId, [row]));
}

export const listBudgets: Handler<'listBudgets'> = async (_, { db, organization, nowSeconds }) => {
  const rows = await budgetsOf(db, organization.id);
  if (rows.length === 0) return { data: { budgets: [] } };
  const spend = await spendOn(db, organization.id, rows, nowSeconds);
  const names = await namesFor(db, organization.id, rows);
  return { data: { budgets: rows.map((row) => budgetView(row, spend, names)) } };
};

const mostBudgets = 50;

/** Completes the proposal that requested the limit, if the request names a proposal. The caller must hold the organization lock. */
async function completeLimit(tx: Database, organizationId: number, body: Request, subject: string, nowSeconds: number): Promise<void> {
  const { proposal_id: id, scope, basis, amount_cents: amountCents, at_limit: atLimit } = body;
  if (id === undefined) return;
  if (scope !== 'organization' || atLimit !== 'stop') refuse('proposal_id', 'is a proposal for something else');
  await completeProposal(tx, { organizationId, id, act: 'limit', amountCents, basis }, { subject, dueCents: 0 }, nowSeconds);
}

export const createBudget: Handler<'createBudget'> = async ({ body }, scope) => {
  const { db, paymentContext, organization, nowSeconds, config } = scope;
  const recipientScope = { organizationId: organization.id, limits: config.emailLimits, nowSeconds };
  await refuseRules(db, organization.id, body, nowSeconds);
  const answer = await runIdempotent(paymentContext, idempotentRequest('createBudget', scope, body), {
    begin: async (recordSubject) => {
      const id = newBudgetId();
      await db.transaction(async (tx) => {
        if ((await budgetsOf(tx, organization.id)).length >= mostBudgets)
          refuse('name', `An organization has at most ${mostBudgets} budgets`);
        await lockOrganization(tx, organization.id);
        await admitAddresses(tx, body.recipients ?? [], recipientScope);
        const place = { id, organizationId: organization.id, origin: body.origin, createdAt: nowOf(paymentContext) };
        await completeLimit(tx, organization.id, body, id, nowSeconds);
        await addBudget(tx, { ...place, ...termsOf(body) }, nowSeconds);
        await recordSubject(tx, id);
      });
      paymentContext.wake();
      return id;
    },
    finish: async (id) => ({ status: 201, data: await viewOf(db, organization.id, id, nowSeconds) }),
  });
  return toAnswer<'createBudget'>(answer);
};

function countLift({ countEffect }: Pick<PaymentContext, 'countEffect'>, isLifted: boolean | null, startedMs: number): void {
  if (isLifted === true) countEffect?.('raise_to_lifted', (performance.now() - startedMs) / 1000);
}

export const updateBudget: Handler<'updateBudget'> = async ({ params, body }, scope) => {
  const { db, organization, nowSeconds, config, paymentContext } = scope;
  const { version, ...terms } = body;
  const id = params.budget_id;
  const stored = await findBudget(db, organization.id, id);
  if (!stored) throw notFound('Budget');
  await refuseRules(db, organization.id, terms, nowSeconds);
  const place = { organizationId: organization.id, id, version };
  const recipientScope = { organizationId: organization.id, limits: config.emailLimits, nowSeconds };
  const startedMs = performance.now();
  const isLifted = await db.transaction(async (tx) => {
    await lockOrganization(tx, organization.id);
    if ((await findBudget(tx, organization.id, id))?.version !== version) return null;
    await admitAddresses(tx, terms.recipients ?? [], recipientScope);
    return changeBudget(tx, place, termsOf(terms), nowSeconds);
  });
  paymentContext.wake();
  countLift(paymentContext, isLifted, startedMs);
  if (isLifted === null)
    throw new PlatformError('version_stale', 'Someone else changed this budget since you opened it', {
      body: { versions: { stored: await viewOf(db, organization.id, id, nowSeconds), yours: body } },
    });
  return { data: await viewOf(db, organization.id, id, nowSeconds) };
};

export const deleteBudget: Handler<'deleteBudget'> = async ({ params }, { db, organization, nowSeconds, paymentContext }) => {
  const startedMs = performance.now();
  const isLifted = await db.transaction(async (tx) => {
    await lockOrganization(tx, organization.id);
    await rememberConfirmed(tx, organization.id, nowSeconds);
    return remove(tx, organization.id, params.budget_id, nowSeconds);
  });
  if (isLifted === null) throw notFound('Budget');
  countLift(paymentContext, isLifted, startedMs);
  return {};
};

export const getBudgetHistory: Handler<'getBudgetHistory'> = async ({ params }, { db, organization }) => {
  if (!(await findBudget(db, organization.id, params.budget_id))) throw notFound('Budget');
  const crossings = await crossingsOf(db, organization.id, params.budget_id);
  return {
    data: {
      events: crossings.map(({ percent, on, crossedAt, resolvedAt }) => ({
        percent,
        on,
        at: unixSeconds(crossedAt),
        ...(resolvedAt && { resolved_at: unixSeconds(resolvedAt) }),
      })),
    },
  };
};

export const previewBudget: Handler<'previewBudget'> = async ({ body }, { db, organization, nowSeconds }) => {
  await refuseRules(db, organization.id, body, nowSeconds);
  return { data: await foresee(db, organization.id, termsOf(body), nowSeconds) };
};
