import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Invoice } from '#contract/types.ts';
import { loadCode } from '#lib/browser/new-build.ts';
import { messageOf } from '#lib/message-of.ts';
import { invoicesTexts as texts } from '#lib/texts/invoices.ts';
import { announce } from '#ui/Announcer/announce.ts';
import { Button } from '#ui/Button/Button.tsx';
import { subscriptionsWrite } from '#contract/permissions.ts';
import { useIsAllowed, useSlug } from '#billing/shared/data/use-billing-data.ts';
import styles from './InvoiceList.module.css';

type Attempt = { readonly kind: 'idle' | 'redirecting' } | { readonly kind: 'failed'; readonly message: string };

export interface PayNowProps {
  readonly invoice: Pick<Invoice, 'id' | 'number'>;
  readonly label?: string;
  readonly onLeave?: () => void;
}

export function PayNow({ invoice: { id, number }, label = texts.payNow, onLeave }: PayNowProps) {
  const slug = useSlug();
  const client = useQueryClient();
  const mayPay = useIsAllowed(subscriptionsWrite);
  const [attempt, setAttempt] = useState<Attempt>({ kind: 'idle' });

  const pay = async (): Promise<void> => {
    setAttempt({ kind: 'redirecting' });
    onLeave?.();
    const fail = (message: string): void => {
      setAttempt({ kind: 'failed', message });
      announce(message, 'assertive');
    };
    try {
      const { payInvoice } = await loadCode(() => import('./pay-invoice.ts'));
      const message = await payInvoice(client, slug, id, () => setAttempt({ kind: 'idle' }));
      if (message !== null) fail(message);
    } catch (error) {
      fail(messageOf(error));
    }
  };

  return (
    <span className={styles.pay}>
      <Button
        nameSuffix={`, invoice ${number}`}
        unavailableReason={mayPay === false ? texts.noWrite : undefined}
        isPending={attempt.kind === 'redirecting'}
        pendingMessage={texts.redirecting}
        onPress={() => void pay()}
      >
        {label}
      </Button>
      {attempt.kind === 'redirecting' && <span className={styles.explanation}>{texts.redirecting}</span>}
      {attempt.kind === 'failed' && <span className={styles.failure}>{attempt.message}</span>}
    </span>
  );
}
