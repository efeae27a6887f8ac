import { balanceRow } from '#lib/invoice-balance.ts';
import { creditMovements } from '#server/store/ledger-effects.ts';
import type { Handler } from './handler.ts';
import { unixSeconds } from './views/time.ts';

const pageSize = 50;

export const listCreditHistory: Handler<'listCreditHistory'> = async ({ query }, { db, organization }) => {
  const movements = await creditMovements(db, organization.id, query.cursor ?? null, pageSize + 1);
  const page = movements.slice(0, pageSize);
  const last = page.at(-1);
  const entries = page.map(({ id, occurredAt, description, amountCents, balanceCents, invoice }) => ({
    id: String(id),
    at: unixSeconds(occurredAt),
    description: (invoice && balanceRow(invoice.subtotalCents, invoice.amountDueCents)?.name) ?? description,
    ...(invoice && { invoice: { id: invoice.id, number: invoice.number } }),
    amount: amountCents,
    balance: balanceCents,
  }));
  return { data: { entries, next_cursor: movements.length > pageSize && last ? String(last.id) : null } };
};
