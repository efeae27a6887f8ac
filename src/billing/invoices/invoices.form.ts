import { z } from 'zod/mini';
import { InvoiceExportQuery, InvoiceFiltersQuery } from '#contract/shapes/invoice.ts';
import { dayOf } from '#lib/dates/query-days.ts';
import { invoiceGroups } from '#lib/invoice-status.ts';

/** First and last day of the period as 'YYYY-MM-DD'. Empty text leaves the period open. */
const period = { from: z.string(), to: z.string() };

/** Checks that the first day is not after the last day, as the platform does. Ignores an invalid day. */
const inOrder = z.refine<{ readonly from: string; readonly to: string }>(
  ({ from, to }) => InvoiceExportQuery.safeParse({ from: dayOf(from) ?? undefined, to: dayOf(to) ?? undefined }).success,
  { path: ['to'], error: 'The last day must not be before the first day' },
);

export const anyStatus = 'any';

export const findSchema = z
  .object({
    number: z.string().check(z.refine((text) => text.trim() === '' || InvoiceFiltersQuery.safeParse({ search: text }).success)),
    status: z.enum([anyStatus, ...invoiceGroups]),
    ...period,
  })
  .check(inOrder);

export type FindValues = z.infer<typeof findSchema>;

export const exportSchema = z.object({ kind: z.enum(['totals', 'lines']), ...period }).check(inOrder);

export type ExportValues = z.infer<typeof exportSchema>;
