import { expect, it } from 'vitest';
import { formatDate } from '#lib/dates/format.ts';
import { formatCents } from '#lib/money.ts';
import { invoiceEmailTruth, type InvoiceEmail, type InvoiceNow } from '#server/store/notices/invoice-email-truth.ts';
import type { NoticeFacts } from '#server/domain/notices.ts';
import { wordsOfNotice } from '#server/notices/messages/all-messages.ts';

const now = 1_800_000_000;
const day = 86_400;
const nextTry = now + 40 * day;
const dueCents = 25_00;

const each: { readonly [K in keyof InvoiceNow]: readonly InvoiceNow[K][] } = {
  status: ['draft', 'open', 'issued', 'paid', 'uncollectible', 'void'],
  totalCents: [60_00],
  dueCents: [0, dueCents],
  creditedCents: [0, 5_00],
  isAttempted: [false, true],
  isProcessing: [false, true],
  nextTryAt: [null, nextTry],
  hasCard: [false, true],
  dueAt: [null, now - 30 * day, now + 30 * day],
  paidBy: ['card', 'invoice'],
  disputed: [null, 'disputed', 'returned'],
};

/** Whether a state can exist: only a paid invoice can be disputed, and only an owed invoice can have a payment in progress. */
const isPossible = (state: InvoiceNow): boolean =>
  (state.disputed === null || state.status === 'paid') && (!state.isProcessing || isOwed(state));

function allStates(): InvoiceNow[] {
  let states: Partial<InvoiceNow>[] = [{}];
  for (const [name, values] of Object.entries(each))
    states = states.flatMap((state) => values.map((value: unknown) => ({ ...state, [name]: value })));
  return (states as InvoiceNow[]).filter(isPossible);
}

/**
 * Sentences in emails. For each sentence, a function returns whether the sentence is true in a given state. The functions share no code
 * with the product.
 */
const claims: readonly (readonly [words: RegExp, isSo: (state: InvoiceNow) => boolean])[] = [
  [
    /charged? (it )?to your (default )?card( on [^.]+)?[,.]|charged to your card$/m,
    (s) => isOwed(s) && s.hasCard && s.nextTryAt !== null && !s.isAttempted,
  ],
  [/nything\.|don't need/, (s) => s.isProcessing || (s.status === 'paid' && stands(s)) || (isOwed(s) && s.hasCard && s.nextTryAt !== null)],
  [/[Ii]s paid|, paid$/m, (s) => s.status === 'paid' && stands(s)],
  [/nothing to pay/, (s) => s.dueCents === 0],
  [/under way/, (s) => s.isProcessing],
  [/We (could not|couldn't)|[Pp]ayment failed/, (s) => isOwed(s) && !s.isProcessing],
  [/no longer try|^.*, unpaid$/m, (s) => s.status === 'uncollectible' && (s.nextTryAt === null || !s.hasCard)],
  [/We try again on|next try/, (s) => isOwed(s) && s.nextTryAt !== null],
  [/no card to charge/, (s) => isOwed(s) && !s.hasCard],
  [/We won't try again|no further try/, (s) => s.nextTryAt === null],
  [/Please pay|[Tt]o pay now|Amount due: (?!\$0\.00$)|to be paid/m, isOwed],
  [/was due|overdue/, (s) => isOwed(s) && isPast(s)],
  [/pay it by [A-Z]|, due /, (s) => isOwed(s) && s.dueAt !== null && !isPast(s)],
  [/bank transfer/, (s) => isOwed(s) && s.paidBy === 'invoice'],
  [/disputed/, (s) => s.status === 'paid' && s.disputed === 'disputed'],
  [/returned/, (s) => s.status === 'paid' && s.disputed === 'returned'],
];

const stands = ({ disputed }: InvoiceNow): boolean => disputed === null;
const isPast = ({ dueAt }: InvoiceNow): boolean => dueAt !== null && dueAt <= now;

function isOwed({ status, dueCents: due }: InvoiceNow): boolean {
  return due > 0 && ['open', 'issued', 'uncollectible'].includes(status);
}

function falseClaims(state: InvoiceNow, text: string): string[] {
  const found = claims.filter(([words, isSo]) => words.test(text) && !isSo(state)).map(([words]) => `claims ${words}`);
  const dates = [...text.matchAll(/(?:[Tt]ry(?: again on|:)|default card on) ([A-Z][a-z]{2} \d\d, \d{4})/g)].map(([, date]) => date);
  if (dates.some((date) => date !== formatDate(nextTry))) found.push(`names ${dates.join()} as the next try`);
  const amounts = [...text.matchAll(/^Amount due: (.*)$/gm)].map(([, amount]) => amount);
  if (amounts.some((amount) => amount !== formatCents(state.dueCents))) found.push(`asks for ${amounts.join()}`);
  return found;
}

const invoice = { invoiceId: 'in_1', number: 'ACME-0001' };
const written: { readonly [K in InvoiceEmail]: NoticeFacts[K] } = {
  invoice_issued: { ...invoice, totalCents: 60_00, dueCents: 60_00, collectedBy: 'card', dueAt: null },
  payment_failed: {
    ...invoice,
    amountCents: dueCents,
    card: null,
    reason: '',
    nextTryAt: 1_000_000_000,
    overdueAt: null,
    restrictedAt: null,
  },
  receipt: { ...invoice, amountCents: dueCents, card: null, paidAt: 1_000_000_000 },
};

const kinds = Object.keys(written) as InvoiceEmail[];

function emailText(kind: InvoiceEmail, state: InvoiceNow): string | null {
  const { holds, isPaid, facts: today } = invoiceEmailTruth(kind, state, now);
  if (!holds) return null;
  const { subject, paragraphs, facts } = wordsOfNotice(kind, { ...written[kind], ...today }, { name: 'Acme', isPaid });
  return [subject, ...paragraphs, ...facts.map(([name, value]) => `${name}: ${value}`)].join('\n');
}

const isSent: { readonly [K in InvoiceEmail]: (state: InvoiceNow) => boolean } = {
  invoice_issued: ({ status }) => status !== 'draft' && status !== 'void',
  payment_failed: (state) => isOwed(state) && !state.isProcessing,
  receipt: () => true,
};

it.each(kinds)('says nothing that the ledger does not in every state of an invoice: %s', (kind) => {
  const states = allStates();
  expect(states.length).toBeGreaterThan(1000);
  const faults = states.flatMap((state) => {
    const text = emailText(kind, state);
    if ((text !== null) !== isSent[kind](state)) return [`${JSON.stringify(state)}: ${text === null ? 'is withdrawn' : 'is sent'}`];
    return text === null ? [] : falseClaims(state, text).map((fault) => `${JSON.stringify(state)} ${fault}: ${text}`);
  });
  expect(faults.slice(0, 5)).toEqual([]);
});

const open: InvoiceNow = {
  status: 'open',
  totalCents: 60_00,
  dueCents,
  creditedCents: 0,
  isAttempted: false,
  isProcessing: false,
  nextTryAt: null,
  hasCard: true,
  dueAt: now + 30 * day,
  paidBy: 'card',
  disputed: null,
};

it.each<[text: string, differs: Partial<InvoiceNow>]>([
  ['We charge it to your default card.', { hasCard: false, nextTryAt: nextTry }],
  ['It is paid.', { status: 'paid', disputed: 'returned' }],
  ['Please pay it.', { status: 'paid' }],
  ['Amount due: $20.00', {}],
])('notices an email that says "%s" in a state where that is false', (text, differs) => {
  expect(falseClaims({ ...open, ...differs }, text)).toHaveLength(1);
});
