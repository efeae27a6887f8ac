import { useQuery } from '@tanstack/react-query';
import type { Invoice, InvoiceLine as SentLine } from '#contract/types.ts';
import { readOptions, slowlyWhile, useRead } from '#billing/shared/data/queries.ts';
import { useAsServed } from '#billing/shared/data/served-answers.ts';
import { subscriptionsRead } from '#contract/permissions.ts';
import { sectionState, type SectionState } from '#billing/shared/data/section-state.ts';
import { useCapabilities, useIsAllowed, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { isUnderWay } from './invoice-status.ts';
import { isInvoiceId } from './invoice-view.ts';
import { useKeepsInvoices } from '#billing/shared/data/use-keeps-invoices.ts';

export interface OneInvoice {
  readonly invoice: SectionState<Invoice>;
  /** Lines of the invoice; null if the platform does not report them. */
  readonly lines: SectionState<readonly SentLine[]> | null;
  /** True if the invoice does not exist, or if this member may not read the invoice. */
  readonly isMissing: boolean;
}

/** Reads the invoice and its lines separately, so an error in one read does not hide the other. */
export function useInvoice(id: string): OneInvoice {
  const input = { params: { slug: useSlug(), invoice_id: id } };
  const allowed = useIsAllowed(subscriptionsRead);
  const hasLines = useCapabilities()?.includes('invoice-lines');
  const isId = isInvoiceId(id);
  const isAsked = useKeepsInvoices() && isId && allowed === true;
  const options = readOptions('getInvoice', input);
  const now = useQuery({ ...options, enabled: isAsked, refetchInterval: slowlyWhile(isUnderWay) });
  const invoice = useAsServed(now, options.queryKey);
  const lines = useRead('getInvoiceLines', input, isAsked && hasLines === true);
  const read = sectionState(lines, allowed);
  return {
    invoice: sectionState(invoice, allowed),
    lines: hasLines === false ? null : read.kind === 'ready' ? { kind: 'ready', data: read.data.lines } : read,
    isMissing: !isId || invoice.error?.status === 404,
  };
}
