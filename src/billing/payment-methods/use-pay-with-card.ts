import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { CallInput, Invoice } from '#contract/types.ts';
import { paymentActions } from '#lib/browser/payment-attempts.ts';
import { fillText } from '#lib/texts/fill.ts';
import { payWithCardTexts as texts } from '#lib/texts/pay-with-card.ts';
import { openInvoicesInput } from '#billing/shared/amount-due/amount-due.ts';
import { useRead } from '#billing/shared/data/queries.ts';
import { refreshReads } from '#billing/shared/data/refresh.ts';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { busyWords } from '#billing/shared/payment/payment-attempt.ts';
import { usePaymentAttempt } from '#billing/shared/payment/use-payment-attempt.ts';

export type DueInvoice = Pick<Invoice, 'id' | 'number' | 'amount_due' | 'collection'>;
export type DueState = 'open' | 'paid' | 'processing';

type SentStates = ReadonlyMap<string, DueState>;

export interface DueRow {
  readonly invoice: DueInvoice;
  readonly state: DueState;
}

/** Stops at the first invoice that fails. */
export function usePayWithCard(methodId: string, invoices: readonly DueInvoice[], onAllSent: (isProcessing: boolean) => void) {
  const slug = useSlug();
  const client = useQueryClient();
  const open = useRead('listInvoices', openInvoicesInput(slug)).data;
  const [isPaying, setPaying] = useState(false);
  const [current, setCurrent] = useState<DueInvoice | null>(null);
  /** Payment states of the dialog's invoices: the ref is for running code, the state is for rendering. */
  const sentStates = useRef<SentStates>(new Map());
  const [shownSent, setShownSent] = useState<SentStates>(new Map());
  const status = useRef<DueState>('paid');
  const run = usePaymentAttempt({
    slug,
    call: 'payInvoice',
    action: paymentActions.payInvoice,
    // The platform requires a captcha only after several declined cards.
    withCaptcha: (input, token) => ({ ...input, body: { ...input.body, hcaptcha_token: token } }),
    readAnswer: ({ data: { status: answered, payment_intent_secret: secret } }) => {
      if (secret !== undefined) return { kind: 'needsPayer', secret, keepsRequest: true, isPaidHere: true };
      status.current = answered === 'processing' ? 'processing' : 'paid';
      return { kind: 'succeeded' };
    },
    onRest: ({ kind }, request) => {
      const input = request?.sent as CallInput<'payInvoice'> | null | undefined;
      if (!input || (kind !== 'succeeded' && kind !== 'processing')) return;
      const state = kind === 'processing' ? 'processing' : status.current;
      sentStates.current = new Map([...sentStates.current, [input.params.invoice_id, state]]);
      setShownSent(sentStates.current);
    },
  });
  const { attempt } = run;

  const stateIn = (states: SentStates, { id }: DueInvoice): DueState => {
    const known = open?.find((invoice) => invoice.id === id);
    if (open && !known) return 'paid';
    return known?.payment_is_processing ? 'processing' : (states.get(id) ?? 'open');
  };

  async function payNext(): Promise<void> {
    // If the outcome of an earlier request is unknown, that request is sent again first.
    if (attempt.kind === 'unknown' || attempt.kind === 'leftOpen') {
      const { kind } = await run.sendAgain();
      if (kind !== 'succeeded' && kind !== 'processing') return;
    }
    for (const invoice of invoices.filter((each) => stateIn(sentStates.current, each) === 'open')) {
      setCurrent(invoice);
      const { kind } = await run.submit({
        card: null,
        toRequest: () => ({
          about: `${invoice.id}:${methodId}:${invoice.amount_due}`,
          input: { params: { slug, invoice_id: invoice.id }, body: { payment_method_id: methodId, amount: invoice.amount_due } },
        }),
      });
      if (kind !== 'succeeded' && kind !== 'processing') return;
    }
    onAllSent(invoices.some(({ id }) => sentStates.current.get(id) === 'processing'));
  }

  async function pay(): Promise<void> {
    setPaying(true);
    await payNext();
    await refreshReads(client, slug, 'invoices').catch(() => undefined);
    setPaying(false);
  }

  const openId = (attempt.open?.sent as CallInput<'payInvoice'> | null | undefined)?.params.invoice_id;
  const words = fillText(texts.paying, { number: current?.number ?? '' });
  return {
    attempt,
    rows: invoices.map((invoice): DueRow => ({ invoice, state: stateIn(shownSent, invoice) })),
    /** Invoice of the last payment attempt. If the page was reloaded, the stored payment request identifies this invoice. */
    current: current ?? invoices.find(({ id }) => id === openId) ?? null,
    busyMessage: isPaying ? busyWords(attempt, attempt.kind === 'challenge' ? texts.atBank : words) : null,
    isSteppedAside: run.isSteppedAside,
    captchaElement: run.captchaElement,
    pay,
    /** Cancels a payment with an abandoned challenge, unless the payment has already succeeded. */
    drop: () => run.sendAgain(true),
  };
}
