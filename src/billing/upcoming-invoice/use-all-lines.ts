import { useRead } from '#billing/shared/queries.ts';
import { sectionState, type SectionState } from '#billing/shared/section-state.ts';
import { useSlug } from '#billing/shared/use-organization.ts';
import { readLines, type InvoiceLine } from '#billing/shared/lines/lines.ts';
import { upcomingInvoiceInput, useUpcomingInvoice } from './use-upcoming-invoice.ts';

/** Every line with all of its projects: read anew only where the invoice was cut. */
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
