import type { Invoice } from '#contract/types.ts';

type Status = Invoice['status'];

export const invoiceGroups = ['outstanding', 'paid', 'upcoming', 'forgiven'] as const;
export type InvoiceGroup = (typeof invoiceGroups)[number];

/** API queries list the statuses in this order. */
export const invoiceGroupOf: Readonly<Record<Status, InvoiceGroup>> = {
  draft: 'upcoming',
  paid: 'paid',
  void: 'forgiven',
  open: 'outstanding',
  issued: 'outstanding',
  uncollectible: 'outstanding',
};

export const statusesOf = (group: InvoiceGroup): Status[] =>
  (Object.keys(invoiceGroupOf) as Status[]).filter((status) => invoiceGroupOf[status] === group);

/** Returns whether an invoice is owed, as defined in section 4 of the specification. */
export const isOwed = (status: Status, amountDueCents: number): boolean => amountDueCents > 0 && invoiceGroupOf[status] === 'outstanding';
