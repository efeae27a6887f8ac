import { useCallback, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { helpAddresses } from '#lib/addresses.ts';
import { afterPaint } from '#lib/browser/after-paint.ts';
import { focusPlace } from '#lib/browser/focus-place.ts';
import { invoicesTexts as texts } from '#lib/texts/invoices.ts';
import { Button } from '#ui/Button/Button.tsx';
import { FindTools } from '#billing/shared/find/FindTools.tsx';
import { OnDemand, onDemand } from '#billing/shared/page/on-demand.tsx';
import { useCapabilities, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { PageLink } from '#billing/shared/page/PageLink.tsx';
import { useSearchPart } from '#billing/shared/page/use-panel.ts';
import {
  beginsPayAll,
  filterWords,
  foundWords,
  isFiltered,
  noFilters,
  paidInvoiceOf,
  withInvoiceView,
  withoutWord,
  type InvoiceFilters,
} from './invoice-view.ts';
import { isPayRowKept, onPayRow, savePayRow } from './pay-row.ts';
import type { Invoices } from './use-invoices.ts';

const findPart = onDemand(async () => (await import('./FindInvoices.tsx')).FindInvoices);
const exportPart = onDemand(async () => (await import('./ExportInvoices.tsx')).ExportInvoices);
const payAllPart = onDemand(async () => (await import('./PayAll.tsx')).PayAll);
const returnPart = onDemand(async () => (await import('./PaymentReturn.tsx')).PaymentReturn);

const noProps = {};

const textOf = (filters: InvoiceFilters): string => withInvoiceView('', { ...filters, page: 0 });

export function InvoiceTools({ invoices: { count, view, filter, canFind } }: { invoices: Invoices }) {
  const [isExporting, setExporting] = useState(false);
  const close = useCallback(() => setExporting(false), []);
  const found = count.kind === 'ready' ? count.data : null;
  if (!canFind || (found === 0 && !isFiltered(view))) return <About />;
  return (
    <>
      <FindTools
        part={findPart}
        props={noProps}
        id="find-invoices"
        labels={{ find: 'Find invoices', showAll: 'Show all invoices' }}
        filters={view}
        everything={noFilters}
        textOf={textOf}
        words={isFiltered(view) ? filterWords(view) : null}
        found={found === null ? null : foundWords(found, isFiltered(view))}
        filter={filter}
        about={<About />}
      >
        <Button id="export-invoices" onPress={() => setExporting(true)}>
          Export
        </Button>
      </FindTools>
      <OnDemand part={exportPart} isWanted={isExporting} onFailed={close} props={{ isOpen: isExporting, onClose: close, filters: view }} />
    </>
  );
}

function About() {
  const slug = useSlug();
  const hasStatement = useCapabilities()?.includes('statement') === true;
  return (
    <>
      <p>{texts.about}</p>
      {hasStatement && (
        <p data-print="never">
          <PageLink href={helpAddresses.statement(slug)}>{texts.statement}</PageLink>
        </p>
      )}
    </>
  );
}

export function ReturnedPayment() {
  const slug = useSlug();
  const [path, navigate] = useLocation();
  const invoiceId = useSearchPart(paidInvoiceOf);
  const [failed, setFailed] = useState(false);
  const forget = (): void => {
    // Moves the focus before the message and its button unmount, because Orca is silent when focus moves from a removed element.
    focusPlace(document.getElementById('invoices-heading'));
    afterPaint(() => navigate(path + withoutWord(window.location.search, 'paid') + window.location.hash, { replace: true }));
  };
  if (invoiceId === null || failed) return null;
  return <OnDemand part={returnPart} isWanted onFailed={() => setFailed(true)} props={{ slug, invoiceId, forget }} />;
}

/** Shows the queue of invoices to pay. A URL parameter starts the queue, and this tab stores the queue until the queue ends. */
export function PayAllSlot() {
  const slug = useSlug();
  const [path, navigate] = useLocation();
  const isBegun = useSearchPart(beginsPayAll);
  const isKept = useSyncExternalStore(
    onPayRow,
    () => isPayRowKept(slug),
    () => false,
  );
  const begin = useCallback(
    () => navigate(path + withoutWord(window.location.search, 'pay') + window.location.hash, { replace: true }),
    [path, navigate],
  );
  const stop = (): void => {
    focusPlace(document.getElementById('invoices-heading'));
    afterPaint(() => savePayRow(slug, null));
  };
  if (!isBegun && !isKept) return null;
  return <OnDemand part={payAllPart} isWanted onFailed={stop} props={{ slug, isBegun, onBegun: begin, onStop: stop }} />;
}
