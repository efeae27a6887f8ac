import { useMemo, useSyncExternalStore } from 'react';
import type { Invoice } from '#contract/types.ts';
import { loadValue, saveValue } from '#lib/browser/tab-storage.ts';
import { dueInvoices } from '#billing/shared/amount-due/amount-due.ts';

/** Queue of invoices to pay, oldest first. The tab stores the queue while the member is on a payment page. */
export interface PayRow {
  readonly invoices: readonly { readonly id: string; readonly number: string; readonly cents: number }[];
  /** Index of the first invoice that was neither paid nor skipped. */
  readonly at: number;
  /** Id of the invoice whose payment page was opened last. */
  readonly leftFor: string | null;
  /** Ids of the invoices that count as paid, because their payment page reported a payment. */
  readonly paid: readonly string[];
}

export type PayState = 'paid' | 'processing' | 'confirming' | 'next' | 'open';

export const newPayRow = (open: readonly Invoice[]): PayRow => ({
  invoices: dueInvoices(open).map(({ id, number, amount_due: cents }) => ({ id, number, cents })),
  at: 0,
  leftFor: null,
  paid: [],
});

export function afterReturn(row: PayRow, paidId: string | null): PayRow {
  const index = row.invoices.findIndex(({ id }) => id === paidId);
  if (paidId === null || index < 0 || row.paid.includes(paidId)) return row;
  return { ...row, paid: [...row.paid, paidId], at: Math.max(row.at, index + 1) };
}

/** Returns the state of each queued invoice. `next`: index of the next invoice to pay, or null. @param open outstanding invoices */
export function payStates(row: PayRow, open: readonly Invoice[]): { states: PayState[]; next: number | null } {
  const due = new Set(dueInvoices(open).map(({ id }) => id));
  const known = new Map(open.map((invoice) => [invoice.id, invoice]));
  const canPay = row.invoices.map(({ id }, index) => index >= row.at && due.has(id) && !row.paid.includes(id));
  const next = canPay.indexOf(true);
  const states = row.invoices.map(({ id }, index): PayState => {
    const invoice = known.get(id);
    if (!invoice) return 'paid';
    if (invoice.payment_is_processing) return 'processing';
    return row.paid.includes(id) ? 'confirming' : index === next ? 'next' : 'open';
  });
  return { states, next: next < 0 ? null : next };
}

const nameOf = (slug: string): string => `pay-all:${slug}`;

const isPayRow = (value: unknown): value is PayRow =>
  typeof value === 'object' &&
  value !== null &&
  'invoices' in value &&
  'paid' in value &&
  Array.isArray(value.invoices) &&
  Array.isArray(value.paid);

export function loadPayRow(slug: string): PayRow | null {
  const value = loadValue(nameOf(slug));
  return isPayRow(value) ? value : null;
}

const listeners = new Set<() => void>();

export function onPayRow(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const isPayRowKept = (slug: string): boolean => loadPayRow(slug) !== null;

export function usePayRow(slug: string): PayRow | null {
  const text = useSyncExternalStore(
    onPayRow,
    () => JSON.stringify(loadPayRow(slug)),
    () => 'null',
  );
  return useMemo(() => JSON.parse(text) as PayRow | null, [text]);
}

export function savePayRow(slug: string, row: PayRow | null): void {
  saveValue(nameOf(slug), row);
  for (const listener of listeners) listener();
}
