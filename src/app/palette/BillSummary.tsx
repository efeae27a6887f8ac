import { useEffect } from 'react';
import { paletteTexts as texts } from '#lib/texts/palette.ts';
import { announce } from '#ui/Announcer/announce.ts';
import { Button } from '#ui/Button/Button.tsx';
import { Dialog, DialogActions } from '#ui/Dialog/Dialog.tsx';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { openInvoicesInput } from '#billing/shared/amount-due/amount-due.ts';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { useRead } from '#billing/shared/data/queries.ts';
import { failureOf } from '#billing/shared/data/section-state.ts';
import { useCapabilities } from '#billing/shared/data/use-billing-data.ts';
import { upcomingInvoiceInput } from '#billing/shared/data/use-upcoming-invoice.ts';
import { isSectionVisible } from '#billing/shared/page/sections.ts';
import { useNowSeconds } from '#billing/shared/page/now.ts';
import { managedBy } from '#lib/managed-by.ts';
import type { FrameOrganization } from '#app/frame/frame-organization.ts';
import { billSentences } from './bill-sentences.ts';
import styles from './BillSummary.module.css';

export interface BillSummaryProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly organization: FrameOrganization;
}

export function BillSummary({ isOpen, onClose, organization: { slug } }: BillSummaryProps) {
  const params = { slug };
  const capabilities = useCapabilities();
  const now = useNowSeconds();
  const organization = useRead('getOrganization', { params }, isOpen);
  const subscription = useRead('getSubscription', { params }, isOpen);
  const known = organization.data;
  const hasUpcoming = known !== undefined && isSectionVisible('breakdown', known);
  const upcoming = useRead(
    'getUpcomingInvoice',
    upcomingInvoiceInput(slug, capabilities?.includes('derivations') ?? false),
    isOpen && hasUpcoming,
  );
  const keeps =
    known !== undefined &&
    managedBy(known) === null &&
    isSectionVisible('invoices', known) &&
    capabilities?.includes('invoice-lines') === true;
  const open = useRead('listInvoices', openInvoicesInput(slug), isOpen && keeps);
  const failed = failureOf(organization) ?? failureOf(subscription) ?? failureOf(upcoming) ?? failureOf(open);
  const hasLists = (!hasUpcoming || upcoming.data) && (!keeps || open.data);
  const sentences =
    known && subscription.data && hasLists
      ? billSentences({
          organization: known,
          subscription: subscription.data,
          upcoming: upcoming.data ?? null,
          open: open.data ?? null,
          nowSeconds: now,
        })
      : null;
  const spoken = sentences?.join(' ');
  useEffect(() => {
    if (isOpen && spoken !== undefined) announce(spoken);
  }, [isOpen, spoken]);
  return (
    <Dialog isOpen={isOpen} onOpenChange={onClose} title={texts.readBill}>
      {failed && <ReadFailure subject="bill" title={texts.billFailed} failed={failed} />}
      {!sentences && !failed && <LoadingSheet lines={7} />}
      {sentences && (
        <ol role="list" className={styles.sentences}>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ol>
      )}
      <DialogActions>
        <Button onPress={() => window.print()}>{texts.print}</Button>
      </DialogActions>
    </Dialog>
  );
}
