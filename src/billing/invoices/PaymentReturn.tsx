import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { announce } from '#ui/Announcer/announce.ts';
import { Button } from '#ui/Button/Button.tsx';
import { Notice } from '#ui/Notice/Notice.tsx';
import { readOptions, slowlyWhile } from '#billing/shared/data/queries.ts';
import { refreshReads } from '#billing/shared/data/refresh.ts';
import { isPayable, isUnderWay } from './invoice-status.ts';

export interface PaymentReturnProps {
  slug: string;
  invoiceId: string;
  /** Removes the payment page's parameter from the URL. */
  forget: () => void;
}

const askEveryMs = 2000;
/** Maximum number of polls. Together they take two minutes. */
const mostAnswers = 60;

/** Polls the invoice until the platform has recorded the payment. */
export function PaymentReturn({ slug, invoiceId, forget }: PaymentReturnProps) {
  const client = useQueryClient();
  const [wasUnderWay, setWasUnderWay] = useState(false);
  const { data: invoice } = useQuery({
    ...readOptions('getInvoice', { params: { slug, invoice_id: invoiceId } }),
    staleTime: 0,
    refetchInterval: (query) => {
      const { data, dataUpdateCount } = query.state;
      if (!data || isUnderWay(data)) return slowlyWhile(isUnderWay)(query);
      return isPayable(data) && !wasUnderWay && dataUpdateCount < mostAnswers && askEveryMs;
    },
  });
  if (invoice && isUnderWay(invoice) && !wasUnderWay) setWasUnderWay(true);
  const words = invoice && wordsOf(invoice, wasUnderWay);
  const title = words?.title;
  const hasMoved = invoice !== undefined && (!isPayable(invoice) || wasUnderWay);
  useEffect(() => {
    if (title === undefined) return;
    announce(title);
    if (hasMoved) void refreshReads(client, slug, 'invoices');
  }, [title, hasMoved, client, slug]);
  if (!words) return null;
  return (
    <Notice
      variant={words.variant}
      title={words.title}
      actions={
        <Button variant="quiet" nameSuffix={`, ${words.title}`} onPress={forget}>
          Close
        </Button>
      }
    >
      {words.text}
    </Notice>
  );
}

function wordsOf(
  invoice: Parameters<typeof isPayable>[0] & { readonly number: string; readonly payment_is_processing: boolean; readonly status: string },
  wasUnderWay: boolean,
) {
  const { number, status, payment_is_processing: isProcessing } = invoice;
  if (status === 'paid') {
    return {
      variant: 'positive',
      title: `Invoice ${number} is paid`,
      text: 'Thank you. The receipt is on the page of the invoice.',
    } as const;
  }
  if (isProcessing) {
    return {
      variant: 'info',
      title: `The payment of invoice ${number} is under way`,
      text: "This can take a few days with some banks. You don't need to do anything.",
    } as const;
  }
  if (!isPayable(invoice) || wasUnderWay) return null;
  return {
    variant: 'info',
    title: `The payment of invoice ${number} is being confirmed`,
    text: "This usually takes a few seconds. You won't be charged twice.",
  } as const;
}
