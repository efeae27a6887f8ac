import type { Invoice } from '#contract/types.ts';
import { invoicesTexts as texts } from '#lib/texts/invoices.ts';

type Status = Invoice['status'];

/** What members tell invoices apart by; the catalogue has a label of the same name for each. */
export const invoiceGroups = ['outstanding', 'paid', 'upcoming', 'forgiven'] as const;
export type InvoiceGroup = (typeof invoiceGroups)[number];

/** In this order a group's statuses are asked for. */
const groupOf: Readonly<Record<Status, InvoiceGroup>> = {
  draft: 'upcoming',
  paid: 'paid',
  void: 'forgiven',
  open: 'outstanding',
  issued: 'outstanding',
  uncollectible: 'outstanding',
};

/** The platform's statuses that belong to a group. */
export const statusesOf = (group: InvoiceGroup): Status[] =>
  (Object.keys(groupOf) as Status[]).filter((status) => groupOf[status] === group);

/** 'Outstanding'. */
export const invoiceStatusLabel = (status: Status): string => texts[groupOf[status]];

/** Whether something is left to pay (specification, section 4). */
export const isOwed = (status: Status, amountDueCents: number): boolean => amountDueCents > 0 && groupOf[status] === 'outstanding';
