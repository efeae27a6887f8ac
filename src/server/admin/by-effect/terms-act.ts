import { isDeepStrictEqual } from 'node:util';
import type { AdminShape } from '#contract/admin/admin-types.ts';
import { requirePricesAhead } from '#server/billing/price-books/prices-ahead.ts';
import { termsSavingCents } from '#server/billing/price-books/terms-effect.ts';
import { DomainError } from '#server/domain/errors.ts';
import { withContract, type ContractTerms } from '#server/domain/rates.ts';
import { instantOf, secondsOf, type Database } from '#server/database/database.ts';
import { setPeriodContract } from '#server/store/billing-periods.ts';
import {
  changeProvisioned,
  endDiscount,
  insertDiscounts,
  type DiscountTerms,
  type ProvisionedOrganization,
} from '#server/store/provisioning/organizations.ts';
import { pendingApproval } from '#server/store/staff/approvals.ts';
import type { AdminParts } from '#server/admin/admin-handler.ts';
import { contractOf, contractView, discountTerms, discountView, ruleFailure } from '#server/admin/organization-terms.ts';
import { lockOpenOrganization, requireOpenOrganization } from '#server/admin/organizations.ts';
import { doStaffAction, type StaffAct } from '#server/admin/staff-action.ts';

type OrganizationInput = AdminShape<'OrganizationInput'>;

interface TermsInput extends Pick<OrganizationInput, 'contract' | 'discounts'> {
  readonly reason: string;
}

interface TermsChange {
  /** New contract; undefined if the contract does not change. */
  readonly contract: ContractTerms | null | undefined;
  readonly addedDiscounts: readonly DiscountTerms[];
  readonly endedDiscounts: readonly number[];
  readonly discounts: readonly DiscountTerms[];
}

const runningDiscounts = ({ discounts }: ProvisionedOrganization, nowSeconds: number) =>
  discounts.filter(({ endsAt }) => endsAt === null || endsAt > nowSeconds);

/** Ends running discounts that the request omits, and adds new discounts. Running discounts that the request repeats stay unchanged. */
function changedDiscounts(
  row: ProvisionedOrganization,
  discountInputs: OrganizationInput['discounts'],
  fromSeconds: number,
): Omit<TermsChange, 'contract'> {
  const running = runningDiscounts(row, fromSeconds);
  if (discountInputs === undefined) return { addedDiscounts: [], endedDiscounts: [], discounts: running };
  const wanted = discountTerms(discountInputs, fromSeconds);
  const kept = new Set<number>();
  const added: DiscountTerms[] = [];
  for (const [index, terms] of wanted.entries()) {
    const same = running.find(
      (one) =>
        !kept.has(one.id) &&
        one.line === terms.line &&
        one.basisPoints === terms.basisPoints &&
        one.amountCents === terms.amountCents &&
        one.endsAt === terms.endsAt &&
        (discountInputs[index]?.starts_at === undefined || one.startsAt === terms.startsAt),
    );
    if (same) kept.add(same.id);
    else added.push(terms);
  }
  const ended = running.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
  return { addedDiscounts: added, endedDiscounts: ended, discounts: wanted };
}

function changeOf(
  row: ProvisionedOrganization,
  { contract: input, discounts }: Omit<TermsInput, 'reason'>,
  fromSeconds: number,
): TermsChange {
  const contract = input ? contractOf(input) : input;
  return {
    contract: contract === undefined || isDeepStrictEqual(contract, row.contract) ? undefined : contract,
    ...changedDiscounts(row, discounts, fromSeconds),
  };
}

const isChange = ({ contract, addedDiscounts, endedDiscounts }: TermsChange): boolean =>
  contract !== undefined || addedDiscounts.length > 0 || endedDiscounts.length > 0;

interface TermsStart {
  readonly fromSeconds: (row: ProvisionedOrganization, nowSeconds: number) => number;
  readonly apply: (tx: Database, row: ProvisionedOrganization, change: TermsChange, fromSeconds: number) => Promise<void>;
}

const fromFirstCycle: TermsStart = {
  fromSeconds: ({ currentPeriodStart }) => secondsOf(currentPeriodStart),
  apply: async (tx, { id }, { contract, addedDiscounts }, fromSeconds) => {
    if (contract !== undefined) {
      await changeProvisioned(tx, id, {}, { contract, earlierContracts: [] });
      await setPeriodContract(tx, id, contract);
    }
    await insertDiscounts(tx, id, addedDiscounts, fromSeconds);
  },
};

const fromNow: TermsStart = { fromSeconds: (_, nowSeconds) => nowSeconds, apply: applyTerms };

async function applyTerms(tx: Database, row: ProvisionedOrganization, change: TermsChange, nowSeconds: number): Promise<void> {
  const { contract, addedDiscounts, endedDiscounts } = change;
  // Stores a changed contract, which applies from the next cycle.
  if (contract !== undefined)
    await changeProvisioned(tx, row.id, {}, withContract(row, contract, nowSeconds, secondsOf(row.currentPeriodStart)));
  for (const id of endedDiscounts) await endDiscount(tx, row.id, id, instantOf(nowSeconds));
  await insertDiscounts(tx, row.id, addedDiscounts, nowSeconds);
}

const termsView = (row: ProvisionedOrganization, nowSeconds: number) => ({
  contract: contractView(row.contract),
  discounts: runningDiscounts(row, nowSeconds).map(discountView),
});

/** Returns by how much the new terms lower the price of a cycle, in cents. */
const savingOf = (tx: Database, row: ProvisionedOrganization, change: TermsChange, nowSeconds: number): Promise<number> =>
  termsSavingCents(tx, row.id, nowSeconds, {
    before: { contract: row.contract, discounts: runningDiscounts(row, nowSeconds) },
    after: { contract: change.contract === undefined ? row.contract : change.contract, discounts: change.discounts },
  });

const termsActFrom = ({ fromSeconds, apply }: TermsStart): StaffAct<TermsInput, AdminShape<'TermsChanged'>> => ({
  kind: 'terms',
  find: async (db, slug) => {
    const { id } = await lockOpenOrganization(db, slug);
    return { organizationId: id, slug, invoiceId: null, paymentId: null };
  },
  amountOf: async (tx, { slug }, input, at) => {
    const row = await requireOpenOrganization(tx, slug);
    return savingOf(tx, row, changeOf(row, input, fromSeconds(row, secondsOf(at))), secondsOf(at));
  },
  perform: async (tx, { target: { slug }, input, at }) => {
    const nowSeconds = secondsOf(at);
    const row = await requireOpenOrganization(tx, slug);
    await requireContractPrices(tx, row, input, nowSeconds);
    const from = fromSeconds(row, nowSeconds);
    await apply(tx, row, changeOf(row, input, from), from);
    const after = termsView(await requireOpenOrganization(tx, slug), nowSeconds);
    return { data: () => after, before: termsView(row, nowSeconds), after };
  },
});

export const termsAct = termsActFrom(fromNow);

async function requireContractPrices(
  tx: Database,
  row: ProvisionedOrganization,
  { contract }: Pick<TermsInput, 'contract'>,
  nowSeconds: number,
) {
  if (contract === undefined) return;
  const terms = { contract: contract && contractOf(contract) };
  await requirePricesAhead(tx, row.id, { fromSeconds: nowSeconds, field: 'contract' }, terms).catch((error: unknown) => {
    // Converts the error, because the staff page shows only platform errors.
    throw error instanceof DomainError ? ruleFailure(`body.${error.field}`, error.message) : error;
  });
}

const withoutReason = 'New terms';

type TermsRequest = Pick<OrganizationInput, 'contract' | 'discounts' | 'reason'>;

async function setTerms(
  start: TermsStart,
  row: ProvisionedOrganization,
  { contract, discounts, reason = withoutReason }: TermsRequest,
  parts: AdminParts,
): Promise<AdminShape<'PendingApproval'> | null> {
  const { db: tx, nowSeconds } = parts;
  await requireContractPrices(tx, row, { contract }, nowSeconds);
  const fromSeconds = start.fromSeconds(row, nowSeconds);
  const change = changeOf(row, { contract, discounts }, fromSeconds);
  if (!isChange(change)) return null;
  if ((await savingOf(tx, row, change, nowSeconds)) === 0) {
    await start.apply(tx, row, change, fromSeconds);
    return null;
  }
  const input = { reason, ...(contract === undefined ? {} : { contract }), ...(discounts === undefined ? {} : { discounts }) };
  const known = await pendingApproval(tx, { organizationId: row.id, kind: 'terms', input });
  if (known !== null) return { approval: { id: known, status: 'pending' } };
  const { data } = await doStaffAction(termsActFrom(start), row.slug, input, parts);
  return 'approval' in data ? data : null;
}

/** The caller must hold the organization lock. @returns the approval request if the price falls, else null */
export const changeTerms = (
  row: ProvisionedOrganization,
  request: TermsRequest,
  parts: AdminParts,
): Promise<AdminShape<'PendingApproval'> | null> => setTerms(fromNow, row, request, parts);

/** @returns the approval request if the terms need approval first; null if the terms are set */
export const setFirstTerms = (
  row: ProvisionedOrganization,
  request: TermsRequest,
  parts: AdminParts,
): Promise<AdminShape<'PendingApproval'> | null> => setTerms(fromFirstCycle, row, request, parts);
