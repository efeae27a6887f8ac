import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Invoice } from '#contract/types.ts';
import { managedBy } from '#lib/managed-by.ts';
import { readOptions, useRead } from '#billing/shared/queries.ts';
import { subscriptionsRead } from '#billing/shared/required-permissions.ts';
import { sectionState, type SectionState } from '#billing/shared/section-state.ts';
import { useIsAllowed, useOrganization, useSlug } from '#billing/shared/use-organization.ts';
import { invoicePageInput, invoicePageOf, withInvoicePage } from './invoice-page.ts';

export interface Invoices {
  readonly list: SectionState<readonly Invoice[]>;
  readonly count: SectionState<number>;
  /** The page that was asked for, counted from 0. */
  readonly page: number;
  /** The page whose rows are shown: still another one while the next rows are on their way. */
  readonly shownPage: number;
  readonly turnTo: (page: number) => void;
}

/** A page of past invoices and their number, read apart: either may fail without the other. */
export function useInvoices(): Invoices {
  const slug = useSlug();
  const [path, navigate] = useLocation();
  const search = useSearch();
  const page = invoicePageOf(search);
  const allowed = useIsAllowed(subscriptionsRead);
  const organization = useOrganization();
  const isOurs = organization.isError || (organization.data !== undefined && managedBy(organization.data) === null);
  const enabled = allowed === true && isOurs;

  const list = useQuery({
    ...readOptions('listInvoices', invoicePageInput(slug, page)),
    enabled,
    // The rows of the page before stay until the next ones are here, but never those of another organization.
    placeholderData: (rows, before) => (before?.queryKey[1].params.slug === slug ? rows : undefined),
  });
  const count = useRead('countInvoices', { params: { slug } }, enabled);
  const [shownPage, setShownPage] = useState(page);
  if (shownPage !== page && !list.isPlaceholderData) setShownPage(page);
  const counted = sectionState(count, allowed);
  return {
    list: sectionState(list, allowed),
    count: counted.kind === 'ready' ? { kind: 'ready', data: Number(counted.data) } : counted,
    page,
    shownPage,
    turnTo: (next) => navigate(path + withInvoicePage(search, next)),
  };
}
