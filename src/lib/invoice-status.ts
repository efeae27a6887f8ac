import type { Invoice } from '#contract/types.ts';

type Status = Invoice['status'];

/** What members tell invoices apart by; the catalogue has a label of the same name for each. */
export const invoiceGroups = ['outstanding', 'paid', 'upcoming', 'forgiven'] as const;
export type InvoiceGroup = (typeof invoiceGroups)[number];

/** In this order a group's statuses are asked for. */
export const invoiceGroupOf: Readonly<Record<Status, InvoiceGroup>> = {
  draft: 'upcoming',
  paid: 'paid',
  void: 'forgiven',
  open: 'outstanding',
  issued: 'outstanding',
  uncollectible: 'outstanding',
};

/** The platform's statuses that belong to a group. */
export const statusesOf = (group: InvoiceGroup): Status[] =>
  (Object.keys(invoiceGroupOf) as Status[]).filter((status) => invoiceGroupOf[status] === group);

/** Whether something is left to pay (specification, section 4). */
export const isOwed = (status: Status, amountDueCents: number): boolean => amountDueCents > 0 && invoiceGroupOf[status] === 'outstanding';
