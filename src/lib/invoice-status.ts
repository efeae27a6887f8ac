import type { Invoice } from '#contract/types.ts';

type Status = Invoice['status'];

/** Invoice groups that members see; the catalogue has a label for each. */
export const invoiceGroups = ['outstanding', 'paid', 'upcoming', 'forgiven'] as const;
export type InvoiceGroup = (typeof invoiceGroups)[number];

/** Groups of the platform's statuses; their order is the order in API queries. */
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

/** True if something is left to pay (specification, section 4). */
export const isOwed = (status: Status, amountDueCents: number): boolean => amountDueCents > 0 && invoiceGroupOf[status] === 'outstanding';
