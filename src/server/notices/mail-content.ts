import type { NoticeFacts, NoticeKind } from '#server/domain/notices.ts';

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
  /** The organization's name, safe to stand in a header. */
  readonly name: string;
  /** Whether the invoice of the notice has been paid since. */
  readonly isPaid: boolean;
}

export type WordsOf<K extends NoticeKind> = (facts: NoticeFacts[K], about: WordsAbout) => MailContent;

export const billing = { label: 'Open billing', path: 'billing' } as const;
export const toInvoices = { label: 'See your invoices', path: 'billing#invoices' } as const;
export const toPayments = { label: 'Pay or change the card', path: 'billing#invoices' } as const;
export const toCards = { label: 'Change the card', path: 'billing#payment-methods' } as const;
