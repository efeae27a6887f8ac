import { cardName } from '#lib/card-name.ts';
import type { NamedCard, NoticeFacts, NoticeKind } from '#server/domain/notices.ts';

export interface EmailContent {
  readonly subject: string;
  readonly heading: string;
  readonly tone: 'neutral' | 'good' | 'warning' | 'bad';
  readonly paragraphs: readonly string[];
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** The path is relative to the organization's pages. */
  readonly action: { readonly label: string; readonly path: string };
}

export interface WordsAbout {
  /** Name of the organization in the form that `printedName` returns. */
  readonly name: string;
  readonly isPaid: boolean;
}

export type WordsOf<K extends NoticeKind> = (facts: NoticeFacts[K], about: WordsAbout) => EmailContent;

export const billing = { label: 'Open billing', path: 'billing' } as const;
export const toInvoices = { label: 'See your invoices', path: 'billing#invoices' } as const;
export const toExport = { label: 'Read and export your invoices', path: 'billing#invoices' } as const;
export const toPayments = { label: 'Pay or change the card', path: 'billing#invoices' } as const;
export const toPayNow = { label: 'Confirm the payment', path: 'billing#invoices' } as const;
export const toCards = { label: 'Change the card', path: 'billing#payment-methods' } as const;

export const namedCard = ({ brand, last4 }: NamedCard): string =>
  last4 === null ? 'payment method' : cardName({ brand: brand ?? 'unknown', last4 });

/** Matches control characters, line and paragraph separators, and bidirectional control characters. */
// eslint-disable-next-line no-control-regex
const unsafe = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2061-\u206f\ufeff]+/g;

/** Returns user input as one line that is safe in an email header and does not change the direction of text. */
export const safeLine = (text: string): string => text.replace(unsafe, ' ').replace(/ {2,}/g, ' ').trim();

/** Word joiner: an invisible character that never is part of a URL or an email address. */
const joiner = '\u2060';

/** Characters inside a word that can be part of a URL or an email address. */
const ofAddress = /(?<=\S)[.:@/](?=[\p{L}\p{N}/])/gu;

/** Returns a name in the form that emails print: one line that no email client converts to a link. */
export const printedName = (name: string): string => safeLine(name).replace(ofAddress, `$&${joiner}`);

/** Removes word joiners from a text for a page, because pages do not convert text to links. */
export const withoutJoiners = (text: string): string => text.replaceAll(joiner, '');

const mostLetters = 60;

export function shortName(name: string): string {
  const letters = Array.from(safeLine(name));
  return printedName(letters.length > mostLetters ? `${letters.slice(0, mostLetters - 1).join('')}…` : letters.join(''));
}
