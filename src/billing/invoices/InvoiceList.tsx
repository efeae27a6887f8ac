import { useMemo, useState } from 'react';
import type { Invoice } from '#contract/types.ts';
import { fillText } from '#lib/texts/fill.ts';
import { invoicesTexts as texts } from '#lib/texts/invoices.ts';
import { DataTable } from '#ui/DataTable/DataTable.tsx';
import { EmptyState } from '#ui/EmptyState/EmptyState.tsx';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { Pagination } from '#ui/Pagination/Pagination.tsx';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { onDemand } from '#billing/shared/page/on-demand.tsx';
import { OpenPartButton } from '#billing/shared/page/OpenPartButton.tsx';
import { invoicesPerPage, isFiltered, type InvoiceView } from './invoice-view.ts';
import { invoiceColumns, invoiceColumnsToPay, invoiceColumnsWithCredits, isToPay } from './invoice-columns.tsx';
import { invoiceRows, type InvoiceRow } from './invoice-rows.ts';
import type { Invoices } from './use-invoices.ts';
import { useSpendableCredits } from './UseCredits.tsx';
import { WhoCanPay } from './WhoCanPay.tsx';
import styles from './InvoiceList.module.css';

const idOf = ({ id }: InvoiceRow): string => id;

/** The rows and the page links load separately, so the rows are shown even if the count of invoices is unknown. */
export function InvoiceList({ invoices: { list, count, view, shownPage, turnTo } }: { invoices: Invoices }) {
  const { page } = view;
  return (
    <>
      {list.kind === 'loading' && <LoadingSheet lines={8} narrowLines={19} phoneLines={25} />}
      {list.kind === 'failed' && <ReadFailure subject="invoices" title={texts.failed} failed={list} />}
      {list.kind === 'ready' && <Rows invoices={list.data} view={view} isTurning={shownPage !== page} />}
      {list.kind === 'ready' && <WhoCanPay invoices={list.data} at="#invoices" />}
      <div className={styles.foot} hidden={list.kind === 'loading'}>
        {list.kind === 'ready' && list.data.length > 0 && (
          <OpenPartButton title={texts.asList} part={listPart} props={{ invoices: list.data }} />
        )}
        {/* Reserves room for the page links, because the rows may load first. */}
        {count.kind === 'loading' && <LoadingSheet lines={1} narrowLines={2} size="row" />}
        {count.kind === 'failed' && <ReadFailure subject="number of invoices" title={texts.countFailed} failed={count} />}
        {count.kind === 'ready' && count.data > 0 && <Pages total={count.data} page={page} shownPage={shownPage} turnTo={turnTo} />}
      </div>
    </>
  );
}

function Rows({ invoices, view, isTurning }: { invoices: readonly Invoice[]; view: InvoiceView; isTurning: boolean }) {
  const rows = useMemo(() => invoiceRows(invoices), [invoices]);
  const offersCredits = useSpendableCredits() > 0 && invoices.some(isToPay);
  // The column of credits stays after it was first shown, because one of its cells can contain the open dialog.
  const [hasCredits, setHasCredits] = useState(false);
  if (offersCredits && !hasCredits) setHasCredits(true);
  if (invoices.length === 0) {
    if (view.page > 0 || isFiltered(view)) return <EmptyState>{view.page > 0 ? texts.emptyPage : texts.emptySearch}</EmptyState>;
    return <EmptyState action={<TextLink href="#subscription">{texts.toPlan}</TextLink>}>{texts.empty}</EmptyState>;
  }
  const columns = hasCredits ? invoiceColumnsWithCredits : invoices.some(isToPay) ? invoiceColumnsToPay : invoiceColumns;
  return (
    <DataTable
      id="past-invoices"
      caption="Past invoices"
      isCaptionHidden
      columns={columns}
      rows={rows}
      getRowId={idOf}
      isBusy={isTurning}
    />
  );
}

/** Shows the rows as a list, because some screen readers have no table commands in a grid. */
const listPart = onDemand(async () => (await import('./InvoicesAsList.tsx')).InvoicesAsList);

interface PagesProps extends Pick<Invoices, 'shownPage' | 'turnTo'> {
  readonly total: number;
  readonly page: number;
}

function Pages({ total, page, shownPage, turnTo }: PagesProps) {
  const lastPage = Math.ceil(total / invoicesPerPage) - 1;
  const from = Math.min(shownPage, lastPage) * invoicesPerPage + 1;
  const to = Math.min(from + invoicesPerPage - 1, total);
  return (
    <Pagination
      label="Invoice pages"
      previousLabel="Previous invoices"
      nextLabel="Next invoices"
      summary={shownPage > lastPage ? fillText(texts.beyond, { total }) : fillText(texts.showing, { from, to, total })}
      hasPrevious={page > 0}
      hasNext={page < lastPage}
      onPrevious={() => turnTo(Math.min(page - 1, lastPage))}
      onNext={() => turnTo(page + 1)}
    />
  );
}
