import type { Database } from '#server/database/database.ts';
import { billedSubscription } from '#server/store/billing-periods.ts';
import { movedEntries, postOnce, sourceOfInvoice, type LedgerEntry } from '#server/store/ledger.ts';
import { holdMore, uncoveredDisputes, type DisputeRow } from '#server/store/refunds.ts';

export interface NewCredit {
  readonly organizationId: number;
  /** Business key of the effect that gave the credit. */
  readonly by: string;
  readonly source: string;
  readonly cents: number;
  readonly at: Date;
}

export const postDispute = (
  tx: Database,
  { id, organizationId, source }: DisputeRow,
  step: string,
  description: string,
  at: Date,
  entries: readonly LedgerEntry[],
): Promise<boolean> =>
  postOnce(tx, {
    organizationId,
    businessKey: `dispute:${id}${step}`,
    description,
    occurredAt: at,
    source,
    entries: movedEntries(entries),
  });

export const heldWords = 'Held while a payment is disputed';

export const postHeld = (
  tx: Database,
  dispute: DisputeRow,
  { by, source, cents, at }: Omit<NewCredit, 'organizationId'>,
): Promise<boolean> =>
  postDispute(tx, { ...dispute, source }, `:held:${by}`, heldWords, at, [
    { account: 'customer_credit', amountCents: cents },
    { account: 'disputed', amountCents: -cents },
  ]);

async function holdFor(tx: Database, disputes: readonly DisputeRow[], credit: NewCredit): Promise<number> {
  let left = credit.cents;
  for (const dispute of disputes) {
    const cents = Math.min(left, dispute.amountCents - dispute.heldCents);
    if (cents <= 0) break;
    left -= cents;
    await holdMore(tx, dispute, cents);
    await postHeld(tx, dispute, { ...credit, cents });
  }
  return credit.cents - left;
}

/**
 * Holds new credit for disputes of other credit sources. The credit's invoice may have been paid with credit from these sources. The caller
 * must hold the organization lock.
 * @returns the cents that are held
 */
export const holdForOtherMoney = async (tx: Database, credit: NewCredit): Promise<number> =>
  credit.cents > 0 ? holdFor(tx, await uncoveredDisputes(tx, credit.organizationId, { except: credit.source }), credit) : 0;

/**
 * Holds new credit for disputes of its source. If its source is an invoice, the function also holds credit for disputes of other sources,
 * up to the credit balance. The caller must hold the organization lock.
 * @returns the cents that are held
 */
export async function holdNewCredit(tx: Database, credit: NewCredit): Promise<number> {
  const { organizationId, source, cents } = credit;
  if (cents <= 0) return 0;
  const ownCents = await holdFor(tx, await uncoveredDisputes(tx, organizationId, { of: source }), credit);
  if (!source.startsWith(sourceOfInvoice(''))) return ownCents;
  const { balanceCents } = await billedSubscription(tx, organizationId);
  return ownCents + (await holdForOtherMoney(tx, { ...credit, cents: Math.min(cents - ownCents, balanceCents) }));
}
