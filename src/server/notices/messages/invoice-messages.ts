import { formatDate, formatDayOfYear } from '#lib/dates/format.ts';
import { balanceRow, creditNoteName } from '#lib/invoice-balance.ts';
import { buyerReferenceName, purchaseOrderName } from '#lib/invoice-parties.ts';
import { formatCents } from '#lib/money.ts';
import type { InvoiceToday, NoticeFacts } from '#server/domain/notices.ts';
import {
  billing,
  namedCard,
  printedName,
  toInvoices,
  toPayments,
  toPayNow,
  type WordsAbout,
  type WordsOf,
} from '#server/notices/email-content.ts';

type Issued = NoticeFacts['invoice_issued'];

type StateWords = readonly [subject: string, sentence: string];

/** Phrase for the subject and sentence for the email. `by` is ' by <date>' for a future due date, otherwise ''. */
const todayWords: Readonly<Record<InvoiceToday['state'], (nextTry: string, by: string) => StateWords>> = {
  to_charge: (nextTry) => [
    'charged to your card',
    `We charge it to your default card${nextTry === '' ? '' : ` on ${nextTry}`}. You don't need to do anything.`,
  ],
  failed: (nextTry, by) => [
    'payment failed',
    nextTry === ''
      ? `We could not collect the payment. Please pay it${by} or add another card.`
      : `We could not collect the payment. We try again on ${nextTry}. To pay now, use another card.`,
  ],
  no_card: (_, by) => ['to be paid', `There is no card to charge. Please pay it${by} or add a card.`],
  to_transfer: (_, by) => ['to be paid', `Please pay it${by === '' ? '' : `${by},`} by bank transfer or with Pay Now on the billing page.`],
  to_pay: (_, by) => ['to be paid', `Please pay it${by}.`],
  under_way: () => ['payment under way', "A payment is under way. You don't need to do anything."],
  given_up: () => ['unpaid', 'It is unpaid, and we no longer try to collect it. Please pay it.'],
  disputed: () => ['payment disputed', 'Its payment is disputed. Until the bank decides, the payment counts as not received.'],
  returned: () => ['payment returned', 'The bank has returned its payment to the cardholder. The amount is owed again.'],
};

function howPaid({ collectedBy, dueAt, dueCents, today }: Issued, { isPaid }: WordsAbout): StateWords {
  if (collectedBy === 'nothing_due' || dueCents === 0) return ['nothing to pay', 'There is nothing to pay.'];
  if (isPaid) return ['paid', "It is paid. You don't need to do anything."];
  const { state, nextTryAt, isOverdue } = today ?? {
    state: collectedBy === 'card' ? 'to_charge' : 'to_transfer',
    nextTryAt: null,
    isOverdue: false,
  };
  const [short, sentence] = todayWords[state](
    nextTryAt === null ? '' : formatDate(nextTryAt),
    dueAt === null || isOverdue ? '' : ` by ${formatDate(dueAt)}`,
  );
  if (dueAt === null || (state !== 'to_pay' && state !== 'to_transfer')) return [short, sentence];
  return isOverdue ? ['overdue', `${sentence} It was due on ${formatDate(dueAt)}.`] : [`due ${formatDayOfYear(dueAt)}`, sentence];
}

const isSettled = ({ today }: Issued, { isPaid }: WordsAbout): boolean =>
  isPaid || today?.state === 'disputed' || today?.state === 'returned';

/** Returns the name of an invoice email in lists. Unlike the subject, the name omits the invoice state, which can change. */
export const invoiceEmailName = ({ number, dueCents }: Pick<Issued, 'number' | 'dueCents'>, name: string): string =>
  `Invoice ${number}: ${formatCents(dueCents)} for ${name}`;

export const invoiceIssuedWords: WordsOf<'invoice_issued'> = (facts, about) => {
  const { number, totalCents, dueCents, dueAt, creditedCents = 0, poNumber, buyerReference } = facts;
  const [short, sentence] = howPaid(facts, about);
  const balance = balanceRow(totalCents, dueCents, creditedCents);
  const isOpen = !isSettled(facts, about);
  return {
    subject: `${invoiceEmailName(facts, about.name)}, ${short}`,
    heading: `Invoice ${number}`,
    tone: 'neutral',
    paragraphs: [
      `This is your invoice. ${sentence}`,
      'The invoice is attached as a PDF, and as an e-invoice if nothing is missing for one.',
    ],
    facts: [
      ['Invoice number', number],
      ...(poNumber === undefined ? [] : [[purchaseOrderName, printedName(poNumber)] as const]),
      ...(buyerReference === undefined ? [] : [[buyerReferenceName, printedName(buyerReference)] as const]),
      ['Total', formatCents(totalCents)],
      ...(creditedCents > 0 ? [[creditNoteName, formatCents(-creditedCents)] as const] : []),
      ...(balance ? [[balance.name, formatCents(balance.cents)] as const] : []),
      [isOpen ? 'Amount due' : 'Amount', formatCents(dueCents)],
      ...(dueAt !== null && dueCents > 0 && isOpen ? [['Due', formatDate(dueAt)] as const] : []),
    ],
    action: toInvoices,
  };
};

export const buyerCorrectedWords: WordsOf<'buyer_corrected'> = ({ number, correctedNumber, creditNoteNumber }, { name }) => ({
  subject: `Invoice ${number} for ${name} corrected by invoice ${correctedNumber}`,
  heading: `Invoice ${correctedNumber} corrects who is billed`,
  tone: 'neutral',
  paragraphs: [
    `Credit note ${creditNoteNumber} cancels the version before, and invoice ${correctedNumber} has the same lines. Nothing is charged again.`,
    'Both are attached as PDFs, and as e-invoices if nothing is missing for them.',
  ],
  facts: [
    ['Invoice number', number],
    ['Credit note', creditNoteNumber],
    ['Corrected invoice', correctedNumber],
  ],
  action: toInvoices,
});

export const poMissingWords: WordsOf<'po_missing'> = ({ number, totalCents, finalAt }, { name }) => ({
  subject: `Purchase order number needed by ${formatDayOfYear(finalAt)}: invoice ${number} for ${name}`,
  heading: `Invoice ${number} needs a purchase order number`,
  tone: 'warning',
  paragraphs: [
    'Your settings require a purchase order number on every invoice, and none is given for this one. Add it under Billing Address & Tax ID.',
    `Without a number the invoice becomes final on ${formatDate(finalAt)}.`,
  ],
  facts: [
    ['Invoice number', number],
    ['Total', formatCents(totalCents)],
  ],
  action: billing,
});

export const receiptWords: WordsOf<'receipt'> = ({ number, amountCents, card, paidAt }, { name, isPaid }) => ({
  subject: `Receipt: ${formatCents(amountCents)} paid for ${name}, ${number === null ? 'credits' : `invoice ${number}`}`,
  heading: `Receipt for ${formatCents(amountCents)}`,
  tone: 'good',
  paragraphs: [
    number === null
      ? 'Your credits are paid and were added to your balance.'
      : isPaid
        ? `Thank you. Invoice ${number} is paid.`
        : `Thank you for the payment of invoice ${number}.`,
  ],
  facts: [
    ...(number === null ? [['Paid for', 'Credits'] as const] : [['Invoice number', number] as const]),
    ['Amount paid', formatCents(amountCents)],
    ['Paid on', formatDate(paidAt)],
    ...(card === null ? [] : [['Card', namedCard(card)] as const]),
  ],
  action: toInvoices,
});

export const paymentFailedWords: WordsOf<'payment_failed'> = (facts, { name }) => {
  const { number, amountCents, card, reason, needsConfirmation = false, nextTryAt, overdueAt, restrictedAt } = facts;
  const now = needsConfirmation ? 'To confirm it, choose Pay Now on the billing page.' : 'To pay now, use another card.';
  const next = nextTryAt === null ? 'no further try' : `next try ${formatDayOfYear(nextTryAt)}`;
  return {
    subject: needsConfirmation
      ? `Confirm a payment: ${formatCents(amountCents)} for ${name}, ${next}`
      : `Payment failed: ${formatCents(amountCents)} for ${name}, ${next}`,
    heading: needsConfirmation ? 'Your bank asks you to confirm a payment' : 'Your payment failed',
    tone: 'bad',
    paragraphs: [
      card === null
        ? `We couldn't charge invoice ${number}. ${reason}`
        : `We couldn't charge invoice ${number} to your ${namedCard(card)}. ${reason}`,
      nextTryAt === null
        ? `We won't try again. ${needsConfirmation ? now : 'Please pay the invoice or add another card.'}`
        : `We try again on ${formatDate(nextTryAt)}. ${now}`,
      ...(restrictedAt === null
        ? []
        : [
            `If the invoice stays unpaid, all services of your projects stop on ${formatDate(restrictedAt)}: every request is answered with HTTP status 402.`,
          ]),
    ],
    facts: [
      ['Invoice number', number],
      ['Amount', formatCents(amountCents)],
      ['Next try', nextTryAt === null ? 'None' : formatDate(nextTryAt)],
      ...(overdueAt === null ? [] : [['Overdue from', formatDate(overdueAt)] as const]),
      ...(restrictedAt === null ? [] : [['Services stop', formatDate(restrictedAt)] as const]),
    ],
    action: needsConfirmation ? toPayNow : toPayments,
  };
};
