import type { PaymentAttempt } from '#billing/shared/payment/attempt-types.ts';
import { cardName } from '#lib/card-name.ts';
import type { Organization } from '#contract/types.ts';
import { formatDate } from '#lib/dates/format.ts';
import { formatCents } from '#lib/money.ts';
import { fillText } from '#lib/texts/fill.ts';
import { payWithCardTexts as texts } from '#lib/texts/pay-with-card.ts';
import { AlertDialog } from '#ui/AlertDialog/AlertDialog.tsx';
import { Code } from '#ui/Code/Code.tsx';
import { DialogBoundary } from '#ui/Dialog/DialogBoundary.tsx';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import { FailureNote } from '#billing/shared/page/FailureNote.tsx';
import { useOrganization } from '#billing/shared/data/use-billing-data.ts';
import { usePaymentMethods } from '#billing/shared/data/use-payment-methods.ts';
import { AttemptNote, checkAgainLabel } from '#billing/shared/payment/AttemptNote.tsx';
import { usePayWithCard, type DueInvoice, type DueRow, type DueState } from './use-pay-with-card.ts';
import styles from './PaymentMethods.module.css';

export interface PayOffer {
  readonly methodId: string;
  readonly isDefault: boolean;
  /** Invoices to pay, oldest first. */
  readonly invoices: readonly DueInvoice[];
}

export interface PayWithCardDialogProps extends PayOffer {
  readonly onClose: () => void;
  readonly returnFocusTo: () => HTMLElement | null;
}

export function PayWithCardDialog(props: PayWithCardDialogProps) {
  const { methodId, onClose } = props;
  const methods = usePaymentMethods();
  const method = methods.kind === 'ready' ? methods.data.find(({ id }) => id === methodId) : undefined;
  const card = cardName({ brand: method?.card?.brand ?? '', last4: method?.card?.last4 ?? '' });
  return (
    <DialogBoundary title={fillText(texts.title, { card })} onClose={onClose}>
      <OpenOffer {...props} card={card} />
    </DialogBoundary>
  );
}

function OpenOffer({ methodId, isDefault, invoices, onClose, returnFocusTo, card }: PayWithCardDialogProps & { readonly card: string }) {
  const all = formatCents(sumOf(invoices));
  const paying = usePayWithCard(methodId, invoices, (isProcessing) => {
    const message = fillText(isProcessing ? texts.processing : texts.paid, { sum: all, card });
    toast({ message, severity: isProcessing ? 'info' : 'success', durationMs: toastDurations.long });
    onClose();
  });
  const organization = useOrganization().data;
  const { attempt, rows, current, busyMessage } = paying;
  const left = rows.filter(({ state }) => state === 'open').map(({ invoice }) => invoice);
  const isLeftOpen = attempt.kind === 'leftOpen' && busyMessage === null;
  async function close() {
    if (isLeftOpen) await paying.drop();
    onClose();
  }
  return (
    <AlertDialog
      isOpen
      onOpenChange={(next) => !next && void close()}
      returnFocusTo={returnFocusTo}
      title={fillText(texts.title, { card })}
      description={describe({ invoices, isDefault }, card, organization)}
      actionLabel={actionOf(attempt, left)}
      initialFocus="action"
      cancelLabel={isLeftOpen ? texts.cancelPayment : texts.later}
      onAction={() => void paying.pay()}
      busyMessage={busyMessage}
      isSteppedAside={paying.isSteppedAside}
    >
      <ul role="list" className={styles.due} aria-label="Open invoices">
        {rows.map((row) => (
          <DueItem key={row.invoice.id} {...row} />
        ))}
      </ul>
      {busyMessage === null && <Outcome attempt={attempt} number={current?.number ?? null} />}
      {paying.captchaElement}
    </AlertDialog>
  );
}

const sumOf = (invoices: readonly DueInvoice[]): number => invoices.reduce((cents, { amount_due: due }) => cents + due, 0);

type Standing = Partial<Pick<Organization, 'restriction_status' | 'restriction_data'>>;

function describe({ invoices, isDefault }: Pick<PayOffer, 'invoices' | 'isDefault'>, card: string, standing: Standing = {}): string {
  const [one, many] = isDefault ? [texts.one, texts.many] : [texts.oneAdded, texts.manyAdded];
  const automatic = isDefault ? texts.automatic : texts.automaticByDefault;
  const what = fillText(invoices.length === 1 ? one : many, { card, count: String(invoices.length) });
  const tries = invoices.flatMap(({ collection }) => collection?.next_charge_at ?? []);
  const otherwise = tries.length === 0 ? texts.notAutomatic : fillText(automatic, { date: formatDate(Math.min(...tries)) });
  return [what, otherwise, ...restrictionOf(invoices, standing)].join(' ');
}

function restrictionOf(invoices: readonly DueInvoice[], { restriction_status: status, restriction_data: data }: Standing): string[] {
  if (status === 'restricted') return data?.violations.includes('overdue_payment') ? [texts.staysRestricted] : [];
  const stops = invoices.flatMap(({ collection }) => collection?.restricted_at ?? []);
  return stops.length === 0 ? [] : [fillText(texts.stops, { date: formatDate(Math.min(...stops)) })];
}

function actionOf({ kind }: PaymentAttempt, left: readonly DueInvoice[]): string {
  if (kind === 'unknown') return checkAgainLabel;
  return kind === 'leftOpen' ? texts.continue : fillText(texts.pay, { sum: formatCents(sumOf(left)) });
}

const stateWords: Readonly<Record<DueState, string>> = { open: 'open', paid: 'paid', processing: 'payment under way' };

const DueItem = ({ invoice: { number, amount_due: due }, state }: DueRow) => (
  <li>
    <Code>{number}</Code> {`${formatCents(due)}, `}
    <span>{stateWords[state]}</span>
  </li>
);

/** `number` is the invoice number; null if an earlier dialog started the payment, and this dialog does not list its invoice. */
function Outcome({ attempt, number: known }: { attempt: PaymentAttempt; number: string | null }) {
  const { kind, message, error } = attempt;
  const number = known ?? '';
  const failure = (words: string): string => fillText(texts.failed, { number, message: words });
  if (kind === 'unknown' || kind === 'leftOpen')
    return <AttemptNote attempt={attempt} what={known === null ? texts.earlier : fillText(texts.what, { number })} failure={failure} />;
  if (message === null) return null;
  return <FailureNote title={fillText(texts.failedTitle, { number })} message={failure(message)} error={error} hint={texts.hint} />;
}
