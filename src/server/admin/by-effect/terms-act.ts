import { isDeepStrictEqual } from 'node:util';
import type { AdminShape } from '#contract/admin/admin-types.ts';
import { termsSavingCents } from '#server/billing/price-books/terms-effect.ts';
import { withContract, type ContractTerms } from '#server/domain/rates.ts';
import { instantOf, secondsOf, type Database } from '#server/database/database.ts';
import { bookInForce } from '#server/store/books/price-book-pinning.ts';
import {
  changeProvisioned,
  endDiscount,
  insertDiscounts,
  type DiscountTerms,
  type ProvisionedOrganization,
} from '#server/store/provisioning/organizations.ts';
import { pendingApproval } from '#server/store/staff/approvals.ts';
import type { AdminParts } from '#server/admin/admin-handler.ts';
import { contractOf, contractView, discountTerms, discountView, requirePlanPrice } from '#server/admin/organization-terms.ts';
import { lockOpenOrganization, requireOpenOrganization } from '#server/admin/organizations.ts';
import { doStaffAction, type StaffAct } from '#server/admin/staff-action.ts';

type OrganizationInput = AdminShape<'OrganizationInput'>;

interface TermsInput extends Pick<OrganizationInput, 'contract' | 'discounts'> {
  readonly reason: string;
}

interface TermsChange {
  /** Undefined if unchanged. */
  readonly contract: ContractTerms | null | undefined;
  readonly addedDiscounts: readonly DiscountTerms[];
  readonly endedDiscounts: readonly number[];
  /** All discounts after the change. */
  readonly discounts: readonly DiscountTerms[];
}

const runningDiscounts = ({ discounts }: ProvisionedOrganization, nowSeconds: number) =>
  discounts.filter(({ endsAt }) => endsAt === null || endsAt > nowSeconds);

/** Ends discounts that are not requested and adds new ones; others keep their start. */
function changedDiscounts(
  row: ProvisionedOrganization,
  discountInputs: OrganizationInput['discounts'],
  nowSeconds: number,
): Omit<TermsChange, 'contract'> {
  const running = runningDiscounts(row, nowSeconds);
  if (discountInputs === undefined) return { addedDiscounts: [], endedDiscounts: [], discounts: running };
  const wanted = discountTerms(discountInputs, nowSeconds);
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
  nowSeconds: number,
): TermsChange {
  const contract = input ? contractOf(input) : input;
  return {
    contract: contract === undefined || isDeepStrictEqual(contract, row.contract) ? undefined : contract,
    ...changedDiscounts(row, discounts, nowSeconds),
  };
}

const isChange = ({ contract, addedDiscounts, endedDiscounts }: TermsChange): boolean =>
  contract !== undefined || addedDiscounts.length > 0 || endedDiscounts.length > 0;

async function applyTerms(tx: Database, row: ProvisionedOrganization, change: TermsChange, nowSeconds: number): Promise<void> {
  const { contract, addedDiscounts, endedDiscounts } = change;
  // A contract applies from the next cycle.
  if (contract !== undefined)
    await changeProvisioned(tx, row.id, {}, withContract(row, contract, nowSeconds, secondsOf(row.currentPeriodStart)));
  for (const id of endedDiscounts) await endDiscount(tx, row.id, id, instantOf(nowSeconds));
  await insertDiscounts(tx, row.id, addedDiscounts, nowSeconds);
}

const termsView = (row: ProvisionedOrganization, nowSeconds: number) => ({
  contract: contractView(row.contract),
  discounts: runningDiscounts(row, nowSeconds).map(discountView),
});

/** Returns how much less the last cycle would have cost under the new terms, in cents. */
const savingOf = (tx: Database, row: ProvisionedOrganization, change: TermsChange, nowSeconds: number): Promise<number> =>
  termsSavingCents(tx, row.id, nowSeconds, {
    before: { contract: row.contract, discounts: runningDiscounts(row, nowSeconds) },
    after: { contract: change.contract === undefined ? row.contract : change.contract, discounts: change.discounts },
  });

export const termsAct: StaffAct<TermsInput, AdminShape<'TermsChanged'>> = {
  kind: 'terms',
  find: async (db, slug) => {
    const { id } = await lockOpenOrganization(db, slug);
    return { organizationId: id, slug, invoiceId: null, paymentId: null };
  },
  amountOf: async (tx, { slug }, input, at) => {
    const row = await requireOpenOrganization(tx, slug);
    return savingOf(tx, row, changeOf(row, input, secondsOf(at)), secondsOf(at));
  },
  perform: async (tx, { target: { slug }, input, at }) => {
    const nowSeconds = secondsOf(at);
    const row = await requireOpenOrganization(tx, slug);
    await requireContractPrice(tx, row, input, nowSeconds);
    await applyTerms(tx, row, changeOf(row, input, nowSeconds), nowSeconds);
    const after = termsView(await requireOpenOrganization(tx, slug), nowSeconds);
    return { data: () => after, before: termsView(row, nowSeconds), after };
  },
};

async function requireContractPrice(
  tx: Database,
  row: ProvisionedOrganization,
  { contract }: Pick<TermsInput, 'contract'>,
  nowSeconds: number,
) {
  if (contract !== undefined) requirePlanPrice(await bookInForce(tx, nowSeconds), row.plan, contract && contractOf(contract));
}

const withoutReason = 'New terms';

/**
 * Changes contract and discounts, or requests approval of a reduction. Repeating a pending request returns its approval. The caller must
 * hold the organization lock.
 * @returns the approval request; null if the terms were changed or already equal
 */
export async function changeTerms(
  row: ProvisionedOrganization,
  { contract, discounts, reason = withoutReason }: OrganizationInput,
  parts: AdminParts,
): Promise<AdminShape<'PendingApproval'> | null> {
  const { db: tx, nowSeconds } = parts;
  await requireContractPrice(tx, row, { contract }, nowSeconds);
  const change = changeOf(row, { contract, discounts }, nowSeconds);
  if (!isChange(change)) return null;
  if ((await savingOf(tx, row, change, nowSeconds)) === 0) {
    await applyTerms(tx, row, change, nowSeconds);
    return null;
  }
  const input = { reason, ...(contract === undefined ? {} : { contract }), ...(discounts === undefined ? {} : { discounts }) };
  const known = await pendingApproval(tx, { organizationId: row.id, kind: 'terms', input });
  if (known !== null) return { approval: { id: known, status: 'pending' } };
  const { data } = await doStaffAction(termsAct, row.slug, input, parts);
  return 'approval' in data ? data : null;
}
