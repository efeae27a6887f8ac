import { formatDate, formatDayOfYear } from '#lib/dates/format.ts';
import { formatCents } from '#lib/money.ts';
import type { InvoiceToday, NoticeFacts } from '#server/domain/notices.ts';
import { namedCard, toInvoices, toPayments, type WordsAbout, type WordsOf } from '#server/notices/mail-content.ts';

type Issued = NoticeFacts['invoice_issued'];

/** What an unpaid invoice waits for, as of today: a short form for the subject, and sentences. */
const todayWords: Readonly<
  Record<InvoiceToday['state'], (nextTry: string, until: string) => readonly [subject: string, sentence: string]>
> = {
  to_charge: () => ['charged to your card', "We charge it to your default card. You don't need to do anything."],
  failed: (nextTry, until) => [
    'payment failed',
    nextTry === ''
      ? `We could not collect the payment. Please pay it${until} or add another card.`
      : `We could not collect the payment. We try again on ${nextTry}. To pay now, use another card.`,
  ],
  no_card: (_, until) => ['to be paid', `There is no card to charge. Please pay it${until} or add a card.`],
  to_pay: (_, until) => ['to be paid', `Please pay it${until}.`],
  under_way: () => ['payment under way', "A payment is under way. You don't need to do anything."],
  given_up: () => ['unpaid', 'It is unpaid, and we no longer try to collect it. Please pay it.'],
};

function howPaid({ collectedBy, dueAt, dueCents, today }: Issued, { isPaid }: WordsAbout): readonly [subject: string, sentence: string] {
  if (collectedBy === 'nothing_due' || dueCents === 0) return ['nothing to pay', 'There is nothing to pay.'];
  if (isPaid) return ['paid', "It is paid. You don't need to do anything."];
  const until = dueAt === null ? '' : ` by ${formatDate(dueAt)}`;
  const state = today?.state ?? (collectedBy === 'card' ? 'to_charge' : 'to_pay');
  const nextTryAt = today?.nextTryAt ?? null;
  const [short, sentence] = todayWords[state](nextTryAt === null ? '' : formatDate(nextTryAt), until);
  return [state === 'to_pay' && dueAt !== null ? `due ${formatDayOfYear(dueAt)}` : short, sentence];
}

export const invoiceIssuedWords: WordsOf<'invoice_issued'> = (facts, about) => {
  const { number, totalCents, dueCents, dueAt, creditedCents = 0 } = facts;
  const [short, sentence] = howPaid(facts, about);
  const creditCents = totalCents - dueCents - creditedCents;
  return {
    subject: `Invoice ${number}: ${formatCents(dueCents)} for ${about.name}, ${short}`,
    heading: `Invoice ${number}`,
    tone: 'neutral',
    paragraphs: [`This is your invoice. ${sentence}`, 'The invoice is attached as a PDF.'],
    facts: [
      ['Invoice number', number],
      ['Total', formatCents(totalCents)],
      ...(creditedCents > 0 ? [['Credit notes', formatCents(creditedCents)] as const] : []),
      ...(creditCents > 0 ? [['Paid with credits', formatCents(creditCents)] as const] : []),
      [about.isPaid ? 'Amount' : 'Amount due', formatCents(dueCents)],
      ...(dueAt !== null && !about.isPaid ? [['Due', formatDate(dueAt)] as const] : []),
    ],
    action: toInvoices,
  };
};

export const receiptWords: WordsOf<'receipt'> = ({ number, amountCents, card, paidAt }, { name }) => ({
  subject: `Receipt: ${formatCents(amountCents)} paid for ${name}, ${number === null ? 'credits' : `invoice ${number}`}`,
  heading: `Receipt for ${formatCents(amountCents)}`,
  tone: 'good',
  paragraphs: [number === null ? 'Your credits are paid and were added to your balance.' : `Thank you. Invoice ${number} is paid.`],
  facts: [
    ...(number === null ? [['Paid for', 'Credits'] as const] : [['Invoice number', number] as const]),
    ['Amount paid', formatCents(amountCents)],
    ['Paid on', formatDate(paidAt)],
    ...(card === null ? [] : [['Card', namedCard(card)] as const]),
  ],
  action: toInvoices,
});

export const paymentFailedWords: WordsOf<'payment_failed'> = (facts, { name }) => {
  const { number, amountCents, card, reason, nextTryAt, overdueAt, restrictedAt } = facts;
  const next = nextTryAt === null ? 'no further try' : `next try ${formatDayOfYear(nextTryAt)}`;
  return {
    subject: `Payment failed: ${formatCents(amountCents)} for ${name}, ${next}`,
    heading: 'Your payment failed',
    tone: 'bad',
    paragraphs: [
      card === null
        ? `We couldn't charge invoice ${number}. ${reason}`
        : `We couldn't charge invoice ${number} to your ${namedCard(card)}. ${reason}`,
      nextTryAt === null
        ? "We won't try again. Please pay the invoice or add another card."
        : `We try again on ${formatDate(nextTryAt)}. To pay now, use another card.`,
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
    action: toPayments,
  };
};
