import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { CallInput, Invoice } from '#contract/types.ts';
import { afterPaint } from '#lib/browser/after-paint.ts';
import { readOptions, slowlyWhile, useRead } from '#billing/shared/data/queries.ts';
import { useAsServed } from '#billing/shared/data/served-answers.ts';
import { subscriptionsRead } from '#contract/permissions.ts';
import { sectionState, type SectionState } from '#billing/shared/data/section-state.ts';
import { useCapabilities, useIsAllowed, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { useSearchPart } from '#billing/shared/page/use-panel.ts';
import {
  invoiceCountInput,
  invoicePageInput,
  invoicesPerPage,
  invoiceViewOf,
  invoiceWords,
  isFiltered,
  noFilters,
  withInvoiceView,
  type InvoiceFilters,
  type InvoiceView,
} from './invoice-view.ts';
import { isUnderWay } from './invoice-status.ts';
import { useKeepsInvoices } from '#billing/shared/data/use-keeps-invoices.ts';

export interface Invoices {
  readonly list: SectionState<readonly Invoice[]>;
  readonly count: SectionState<number>;
  readonly view: InvoiceView;
  /** Page of the rows that are shown; differs from the page in `view` while the next rows load. */
  readonly shownPage: number;
  readonly turnTo: (page: number) => void;
  readonly filter: (filters: InvoiceFilters) => void;
  readonly canFind: boolean;
}

function useNextPageAhead(slug: string, view: InvoiceView, isThere: boolean): void {
  const queries = useQueryClient();
  const next = JSON.stringify(invoicePageInput(slug, { ...view, page: view.page + 1 }));
  useEffect(() => {
    if (!isThere) return;
    const input = JSON.parse(next) as CallInput<'listInvoices'>;
    return afterPaint(() => void queries.prefetchQuery(readOptions('listInvoices', input)));
  }, [queries, next, isThere]);
}

/** Reads the page and the count separately, so an error in one read does not hide the other. */
export function useInvoices(): Invoices {
  const slug = useSlug();
  const [path, navigate] = useLocation();
  const allowed = useIsAllowed(subscriptionsRead);
  const keepsInvoices = useKeepsInvoices();
  const canFind = useCapabilities()?.includes('invoice-lines');
  const requestedView = invoiceViewOf(useSearchPart(invoiceWords));
  const view = canFind === true ? requestedView : { ...requestedView, ...noFilters };
  const enabled = allowed === true && keepsInvoices && (canFind !== undefined || !isFiltered(requestedView));

  const options = readOptions('listInvoices', invoicePageInput(slug, view));
  const now = useQuery({
    ...options,
    enabled,
    refetchInterval: slowlyWhile((rows) => rows.some(isUnderWay)),
    // Shows the previous page's rows while the next page loads, but never the rows of another organization.
    placeholderData: (rows, before) => (before?.queryKey[1].params.slug === slug ? rows : undefined),
  });
  const list = useAsServed(now, options.queryKey);
  const count = useRead('countInvoices', invoiceCountInput(slug, view), enabled);
  const counted = sectionState(count, allowed);
  const total = Number(count.data ?? 0);
  useNextPageAhead(slug, view, enabled && list.isSuccess && (view.page + 1) * invoicesPerPage < total);
  const [shownPage, setShownPage] = useState(view.page);
  if (shownPage !== view.page && !list.isPlaceholderData) setShownPage(view.page);
  const show = (next: InvoiceView): void => navigate(path + withInvoiceView(window.location.search, next));
  return {
    list: sectionState(list, allowed),
    count: counted.kind === 'ready' ? { kind: 'ready', data: total } : counted,
    view,
    shownPage,
    turnTo: (page) => show({ ...view, page }),
    filter: (filters) => show({ ...filters, page: 0 }),
    canFind: canFind === true,
  };
}
