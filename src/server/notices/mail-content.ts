import { cardName } from '#lib/card-name.ts';
import type { NamedCard, NoticeFacts, NoticeKind } from '#server/domain/notices.ts';

/** What a mail says, once: its HTML and its text are both made of this. */
export interface MailContent {
  /** Begins with what matters. */
  readonly subject: string;
  readonly heading: string;
  readonly tone: 'neutral' | 'good' | 'warning' | 'bad';
  readonly paragraphs: readonly string[];
  /** Facts by name, in the order of reading. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** What there is to do; the path is below the organization's pages. */
  readonly action: { readonly label: string; readonly path: string };
}

/** What words need beside the facts of their notice. */
export interface WordsAbout {
  /** The organization's name as `printedName` returns it. */
  readonly name: string;
  /** Whether the invoice of the notice has been paid since. */
  readonly isPaid: boolean;
}

export type WordsOf<K extends NoticeKind> = (facts: NoticeFacts[K], about: WordsAbout) => MailContent;

export const billing = { label: 'Open billing', path: 'billing' } as const;
export const toInvoices = { label: 'See your invoices', path: 'billing#invoices' } as const;
export const toPayments = { label: 'Pay or change the card', path: 'billing#invoices' } as const;
export const toCards = { label: 'Change the card', path: 'billing#payment-methods' } as const;

/** 'Visa ending in 4242'; a payment method that is no card has no digits. */
export const namedCard = ({ brand, last4 }: NamedCard): string =>
  last4 === null ? 'payment method' : cardName({ brand: brand ?? 'unknown', last4 });

/** Control characters, line and paragraph separators, and characters that turn the direction of what follows. */
// eslint-disable-next-line no-control-regex
const unsafe = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2061-\u206f\ufeff]+/g;

/** One line that can stand in a header and turns nothing around it, whatever a member has typed. */
export const safeLine = (text: string): string => text.replace(unsafe, ' ').replace(/ {2,}/g, ' ').trim();

/** Word joiner: it prints nothing, and no address holds it. */
const joiner = '\u2060';

/** Signs inside a word that an address can hold. */
const ofAddress = /(?<=\S)[.:@/](?=[\p{L}\p{N}/])/gu;

/** A name as emails print it: one line, of which no mail program makes a link. */
export const printedName = (name: string): string => safeLine(name).replace(ofAddress, `$&${joiner}`);

/** A text of an email for a page, where nothing makes links of words. */
export const withoutJoiners = (text: string): string => text.replaceAll(joiner, '');

const mostLetters = 60;

/** A name that leaves room for the rest of a subject. */
export function shortName(name: string): string {
  const letters = Array.from(safeLine(name));
  return printedName(letters.length > mostLetters ? `${letters.slice(0, mostLetters - 1).join('')}…` : letters.join(''));
}
