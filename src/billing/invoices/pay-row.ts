import { useMemo, useSyncExternalStore } from 'react';
import type { Invoice } from '#contract/types.ts';
import { loadValue, saveValue } from '#lib/browser/tab-storage.ts';
import { dueInvoices } from '#billing/shared/amount-due/amount-due.ts';

/** Outstanding invoices that are paid one after another, oldest first. It is kept in the tab on the way to a payment page and back. */
export interface PayRow {
  readonly invoices: readonly { readonly id: string; readonly number: string; readonly cents: number }[];
  /** The first one that was neither paid nor skipped, counted from 0. */
  readonly at: number;
  /** The one whose payment page was opened last. */
  readonly leftFor: string | null;
  /** Those that a payment page has come back from as paid. */
  readonly paid: readonly string[];
}

export type PayState = 'paid' | 'processing' | 'confirming' | 'next' | 'open';

export const newPayRow = (open: readonly Invoice[]): PayRow => ({
  invoices: dueInvoices(open).map(({ id, number, amount_due: cents }) => ({ id, number, cents })),
  at: 0,
  leftFor: null,
  paid: [],
});

/** The row once a payment page has come back from one of its invoices. */
export function afterReturn(row: PayRow, paidId: string | null): PayRow {
  const index = row.invoices.findIndex(({ id }) => id === paidId);
  if (paidId === null || index < 0 || row.paid.includes(paidId)) return row;
  return { ...row, paid: [...row.paid, paidId], at: Math.max(row.at, index + 1) };
}

/**
 * How each invoice of a row stands, and which one is next: null where none is left.
 * @param open what is outstanding now
 */
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

/** The row that is under way in this tab; null for none. */
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

/** The row that is kept, drawn again whenever it changes. */
export function usePayRow(slug: string): PayRow | null {
  const text = useSyncExternalStore(
    onPayRow,
    () => JSON.stringify(loadPayRow(slug)),
    () => 'null',
  );
  return useMemo(() => JSON.parse(text) as PayRow | null, [text]);
}

/** Keeps a row through what comes; null ends it. */
export function savePayRow(slug: string, row: PayRow | null): void {
  saveValue(nameOf(slug), row);
  for (const listener of listeners) listener();
}
