import { useRead } from '#billing/shared/data/queries.ts';
import { sectionState, type SectionState } from '#billing/shared/data/section-state.ts';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { readLines, type InvoiceLine } from '#billing/shared/invoice-lines/lines.ts';
import { upcomingInvoiceInput, useUpcomingInvoice } from '#billing/shared/data/use-upcoming-invoice.ts';

/** Every line with all its projects. Reads the invoice again only if it was truncated. */
export function useAllLines(): SectionState<readonly InvoiceLine[]> {
  const slug = useSlug();
  const cut = useUpcomingInvoice();
  const lines = cut.kind === 'ready' ? readLines(cut.data.lines) : [];
  const isCut = lines.some(({ cursor }) => cursor !== null);
  const whole = sectionState(useRead('getUpcomingInvoice', upcomingInvoiceInput(slug, false), isCut), true);
  if (cut.kind !== 'ready') return cut;
  if (!isCut) return { kind: 'ready', data: lines };
  return whole.kind === 'ready' ? { kind: 'ready', data: readLines(whole.data.lines) } : whole;
}
