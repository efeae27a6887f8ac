import { useState } from 'react';
import type { Invoice } from '#contract/types.ts';
import { leaveIfSignedOut } from '#lib/browser/ended-session.ts';
import { loadCode } from '#lib/browser/new-build.ts';
import { messageOf } from '#lib/message-of.ts';
import { fillText } from '#lib/texts/fill.ts';
import { invoicesTexts as texts } from '#lib/texts/invoices.ts';
import { announce } from '#ui/Announcer/announce.ts';
import { Button } from '#ui/Button/Button.tsx';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import type { InvoicePaper } from './show-document.ts';
import styles from './InvoiceList.module.css';

export interface DocumentButtonProps {
  invoice: Invoice;
  document: 'invoice_pdf' | 'receipt_pdf' | InvoicePaper;
}

const words = { invoice_pdf: 'PDF', receipt_pdf: 'Receipt' } as const;

function paperOf({ invoice, document }: DocumentButtonProps): InvoicePaper {
  if (typeof document === 'object') return document;
  return { label: words[document], name: `invoice ${invoice.number}`, addressIn: (read) => read[document] };
}

const blocked = 'Your browser has blocked the new tab.';

/** Opens an empty tab during the press, because browsers block later tabs. If the browser still blocks the tab, shows a link. */
export function DocumentButton(props: DocumentButtonProps) {
  const { label, name, addressIn } = paperOf(props);
  const slug = useSlug();
  const [isFetching, setIsFetching] = useState(false);
  const [address, setAddress] = useState<string | null>(null);
  const { invoice, document } = props;
  const { id } = invoice;

  const open = async (): Promise<void> => {
    const tab = window.open('', '_blank');
    if (tab) tab.opener = null;
    const closeTab = (): void => tab?.close();
    // Closes the empty tab if this page navigates to the sign-in page before the response arrives.
    window.addEventListener('pagehide', closeTab);
    setIsFetching(true);
    try {
      const { showDocument } = await loadCode(() => import('./show-document.ts'));
      const unopened = await showDocument(tab, { slug, invoiceId: id, addressIn });
      setAddress(unopened);
      if (unopened !== null) announce(blocked, 'assertive');
    } catch (error) {
      closeTab();
      leaveIfSignedOut(error);
      toast({ message: fillText(texts.fetchFailed, { message: messageOf(error) }), severity: 'error', durationMs: toastDurations.long });
    } finally {
      window.removeEventListener('pagehide', closeTab);
      setIsFetching(false);
    }
  };

  return (
    <>
      <Button
        {...(document === 'invoice_pdf' && { id: `pdf-${id}` })}
        nameSuffix={`, ${name}, opens in new tab`}
        unavailableReason={addressIn(invoice) ? undefined : texts.noPdf}
        isPending={isFetching}
        pendingMessage={null}
        onPress={() => void open()}
      >
        {label}
      </Button>
      {address !== null && (
        <span className={styles.blocked}>
          {`${blocked} `}
          <TextLink isInText href={address} opensInNewTab nameSuffix={`, ${name}`}>
            {`Open the ${label} here`}
          </TextLink>
        </span>
      )}
    </>
  );
}
