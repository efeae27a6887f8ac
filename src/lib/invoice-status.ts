import type { Invoice } from '#contract/types.ts';

type Status = Invoice['status'];

export const invoiceGroups = ['outstanding', 'paid', 'upcoming', 'forgiven'] as const;
export type InvoiceGroup = (typeof invoiceGroups)[number];

/** The order is the order in API queries. */
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

/** Follows section 4 of the specification. */
export const isOwed = (status: Status, amountDueCents: number): boolean => amountDueCents > 0 && invoiceGroupOf[status] === 'outstanding';
