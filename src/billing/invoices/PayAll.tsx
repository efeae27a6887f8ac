import { useEffect, useMemo, useRef, useState } from 'react';
import { afterPaint } from '#lib/browser/after-paint.ts';
import { focusPlace } from '#lib/browser/focus-place.ts';
import { formatCents } from '#lib/money.ts';
import { invoicesTexts } from '#lib/texts/invoices.ts';
import { Button } from '#ui/Button/Button.tsx';
import { Code } from '#ui/Code/Code.tsx';
import { openInvoicesInput } from '#billing/shared/amount-due/amount-due.ts';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { useRead } from '#billing/shared/data/queries.ts';
import { failureOf } from '#billing/shared/data/section-state.ts';
import { useSearchPart } from '#billing/shared/page/use-panel.ts';
import { paidInvoiceOf } from './invoice-view.ts';
import { PayNow } from './PayNow.tsx';
import { afterReturn, newPayRow, type PayRow, type PayState, payStates, savePayRow, usePayRow } from './pay-row.ts';
import styles from './PayAll.module.css';

export interface PayAllProps {
  readonly slug: string;
  /** True if the URL starts a new queue. */
  readonly isBegun: boolean;
  /** Removes from the URL the parameter that starts the queue. */
  readonly onBegun: () => void;
  readonly onStop: () => void;
}

export function PayAll({ slug, isBegun, onBegun, onStop }: PayAllProps) {
  const query = useRead('listInvoices', openInvoicesInput(slug));
  const open = query.data;
  const heading = useRef<HTMLHeadingElement>(null);
  const kept = usePayRow(slug);
  const paidId = useSearchPart(paidInvoiceOf);
  const row = useMemo(() => (kept && !isBegun ? afterReturn(kept, paidId) : null), [kept, isBegun, paidId]);
  useEffect(() => {
    if (row && row !== kept) savePayRow(slug, row);
  }, [row, kept, slug]);
  useEffect(() => {
    if (!isBegun || !open) return;
    savePayRow(slug, newPayRow(open));
    onBegun();
  }, [isBegun, open, slug, onBegun]);
  // Reads the id of the last opened invoice only once, so that the text does not change while the browser opens the payment page.
  const [leftFor] = useState(() => kept?.leftFor ?? null);
  const isReady = row !== null && open !== undefined;
  useEffect(() => {
    if (isReady) focusPlace(heading.current);
  }, [isReady]);
  const failed = failureOf(query);
  if (failed) return <ReadFailure subject="open invoices" title={invoicesTexts.failed} failed={failed} />;
  if (!isReady) return null;

  const { states, next } = payStates(row, open);
  const current = next === null ? undefined : row.invoices[next];
  const total = row.invoices.length;
  const skip = (): void => {
    if (next !== null) savePayRow(slug, { ...row, at: next + 1 });
    afterPaint(() => focusPlace(heading.current));
  };
  return (
    <section aria-labelledby="pay-all" className={styles.root} data-print="never">
      <h3 key={next} id="pay-all" ref={heading} className={styles.heading}>
        {next === null ? 'Pay all: done' : `Pay all: ${next + 1} of ${total}`}
      </h3>
      <p>{current ? aheadWords(row.invoices.length, current, next ?? 0, leftFor === current.id) : endWords(states)}</p>
      <div className={styles.actions}>
        {current && (
          <>
            <PayNow
              key={current.id}
              invoice={current}
              label="Go to the payment page"
              onLeave={() => savePayRow(slug, { ...row, leftFor: current.id })}
            />
            <Button onPress={skip} nameSuffix={`, invoice ${current.number}`}>
              Skip
            </Button>
          </>
        )}
        <Button variant="quiet" onPress={onStop} nameSuffix=", pay all">
          {current ? 'Stop' : 'Close'}
        </Button>
      </div>
      <ol role="list" className={styles.row}>
        {row.invoices.map(({ id, number, cents }, index) => (
          <li key={id} aria-current={index === next ? 'step' : undefined}>
            <Code>{number}</Code> {`${formatCents(cents)}, `}
            {index === next ? <strong>{stateWords.next}</strong> : stateWords[states[index] ?? 'open']}
          </li>
        ))}
      </ol>
    </section>
  );
}

const stateWords: Readonly<Record<PayState, string>> = {
  paid: 'paid',
  processing: 'payment under way',
  confirming: 'payment being confirmed',
  next: 'next',
  open: 'open',
};

function aheadWords(total: number, { number, cents }: PayRow['invoices'][number], index: number, wasLeftFor: boolean): string {
  if (wasLeftFor)
    return `Invoice ${number} is not paid yet. If the card was declined, nothing was charged. Pay with another card, or skip this invoice: the others can still be paid.`;
  const now = `${index === 0 ? 'First' : 'Next'} is invoice ${number} of ${formatCents(cents)}.`;
  if (index > 0) return now;
  return `${now} Each of the ${total} invoices has its own payment page, and you come back here after each. If a card is declined, nothing is charged for that invoice, and the others can still be paid.`;
}

function endWords(states: readonly PayState[]): string {
  const left = states.filter((state) => state === 'open').length;
  if (left > 0) return left === 1 ? '1 invoice is still open.' : `${left} invoices are still open.`;
  return states.every((state) => state === 'paid')
    ? 'All of these invoices are paid.'
    : 'Nothing is left to pay. Some payments are still being confirmed.';
}
