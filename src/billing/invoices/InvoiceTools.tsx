import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { afterPaint } from '#lib/browser/after-paint.ts';
import { focusPlace } from '#lib/browser/focus-place.ts';
import { announce } from '#ui/Announcer/announce.ts';
import { Button } from '#ui/Button/Button.tsx';
import { OnDemand, onDemand } from '#billing/shared/page/on-demand.tsx';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
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
import styles from './InvoiceList.module.css';
import { isPayRowKept, onPayRow, savePayRow } from './pay-row.ts';
import type { Invoices } from './use-invoices.ts';

const findPart = onDemand(async () => (await import('./FindInvoices.tsx')).FindInvoices);
const exportPart = onDemand(async () => (await import('./ExportInvoices.tsx')).ExportInvoices);
const payAllPart = onDemand(async () => (await import('./PayAll.tsx')).PayAll);
const returnPart = onDemand(async () => (await import('./PaymentReturn.tsx')).PaymentReturn);

const panelId = 'find-invoices';

const wordsOf = (filters: InvoiceFilters): string => withInvoiceView('', { ...filters, page: 0 });

/** Finding and exporting, closed until wanted; which invoices are shown stands here in words. */
export function InvoiceTools({ invoices: { count, view, filter, canFind } }: { invoices: Invoices }) {
  const [open, setOpen] = useState<'find' | 'export' | null>(null);
  const findButton = useRef<HTMLButtonElement>(null);
  const wasAsked = useRef(false);
  const found = count.kind === 'ready' ? count.data : null;
  useEffect(() => {
    if (found === null || !wasAsked.current) return;
    wasAsked.current = false;
    announce(foundWords(found, isFiltered(view)));
  }, [found, view]);
  // The form resets when the URL changes from outside, as after Back; not after its own changes, which would lose the focus.
  const now = wordsOf(view);
  const [[known, writing], setKnown] = useState<readonly [string, number]>([now, 0]);
  if (known !== now) setKnown([now, writing + 1]);
  // Where there are none at all, nothing can be found or exported.
  if (!canFind || (found === 0 && !isFiltered(view))) return null;
  const close = (): void => setOpen(null);
  const isFinding = open === 'find';
  const show = (next: typeof open): void => {
    // What was typed and not applied goes with the form.
    if (isFinding) setKnown([known, writing + 1]);
    setOpen(next);
  };
  const find = (filters: InvoiceFilters): void => {
    wasAsked.current = true;
    filter(filters);
  };
  // The button that was pressed goes with the filters.
  const showAll = (): void => {
    findButton.current?.focus();
    find(noFilters);
  };
  return (
    <>
      <div className={styles.tools} data-print="never">
        <Button
          ref={findButton}
          aria-expanded={isFinding}
          {...(isFinding ? { 'aria-controls': panelId } : {})}
          trailingIcon="chevronDown"
          onPress={() => show(isFinding ? null : 'find')}
        >
          Find invoices
        </Button>
        <Button onPress={() => show('export')}>Export</Button>
      </div>
      {isFiltered(view) && (
        <div className={styles.tools}>
          <p>{filterWords(view)}</p>
          <Button variant="quiet" onPress={showAll}>
            Show all invoices
          </Button>
        </div>
      )}
      <OnDemand
        part={findPart}
        isWanted={isFinding}
        isPrepared
        onFailed={close}
        props={{
          key: writing,
          id: panelId,
          filters: view,
          filter: (filters) => {
            setKnown([wordsOf(filters), writing]);
            find(filters);
          },
        }}
      />
      <OnDemand
        part={exportPart}
        isWanted={open === 'export'}
        onFailed={close}
        props={{ isOpen: open === 'export', onClose: close, filters: view }}
      />
    </>
  );
}

/** What has become of a payment that the payment page has just sent back from. */
export function ReturnedPayment() {
  const slug = useSlug();
  const [path, navigate] = useLocation();
  const invoiceId = useSearchPart(paidInvoiceOf);
  const [failed, setFailed] = useState(false);
  const forget = (): void => {
    // The button that was pressed goes with the message, and goes last: of what takes the focus from something gone Orca says nothing.
    focusPlace(document.getElementById('invoices-heading'));
    afterPaint(() => navigate(path + withoutWord(window.location.search, 'paid') + window.location.hash, { replace: true }));
  };
  if (invoiceId === null || failed) return null;
  return <OnDemand part={returnPart} isWanted onFailed={() => setFailed(true)} props={{ slug, invoiceId, forget }} />;
}

/** All outstanding invoices, paid one after another: begun by the address, kept in this tab until it ends. */
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
