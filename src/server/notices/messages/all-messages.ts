import { formatDayOfYear, formatDate } from '#lib/dates/format.ts';
import type { NoticeFacts, NoticeKind } from '#server/domain/notices.ts';
import {
  billing,
  safeLine,
  shortName,
  withoutJoiners,
  type EmailContent,
  type WordsAbout,
  type WordsOf,
} from '#server/notices/email-content.ts';
import {
  cardExpiringWords,
  changeAppliedWords,
  changeRefundedWords,
  confirmAddressWords,
  detailsChangedWords,
  disputeClosedWords,
  disputeOpenedWords,
  lateUsageWords,
  refundIssuedWords,
  tokenCreatedWords,
} from './change-messages.ts';
import {
  buyerCorrectedWords,
  invoiceEmailName,
  invoiceIssuedWords,
  paymentFailedWords,
  poMissingWords,
  receiptWords,
} from './invoice-messages.ts';
import { proposalMadeWords } from './proposal-messages.ts';
import { organizationClosedWords } from './closing-messages.ts';
import { lastNoticeWords, restoredWords, restrictedWords } from './restriction-messages.ts';
import { budgetCrossedWords, creditLowWords, priceChangeWords } from './spending-messages.ts';

const wordsByKind: { readonly [K in NoticeKind]: WordsOf<K> } = {
  invoice_issued: invoiceIssuedWords,
  receipt: receiptWords,
  payment_failed: paymentFailedWords,
  last_notice: lastNoticeWords,
  restricted: restrictedWords,
  restored: restoredWords,
  card_expiring: cardExpiringWords,
  change_applied: changeAppliedWords,
  change_refunded: changeRefundedWords,
  refund_issued: refundIssuedWords,
  dispute_opened: disputeOpenedWords,
  dispute_closed: disputeClosedWords,
  late_usage: lateUsageWords,
  po_missing: poMissingWords,
  buyer_corrected: buyerCorrectedWords,
  organization_closed: organizationClosedWords,
  budget_crossed: budgetCrossedWords,
  credit_low: creditLowWords,
  price_change: priceChangeWords,
  details_changed: detailsChangedWords,
  token_created: tokenCreatedWords,
  proposal_made: proposalMadeWords,
  confirm_address: confirmAddressWords,
};

export const wordsOfNotice = <K extends NoticeKind>(kind: K, facts: NoticeFacts[K], about: WordsAbout): EmailContent =>
  (wordsByKind[kind] as WordsOf<K>)(facts, about);

export interface DigestEntry {
  readonly occurredSeconds: number;
  readonly subject: string;
}

/** Returns the content of a digest: one email about all events that occurred while the clock was moved forward. */
export function digestWords(entries: readonly DigestEntry[], { name }: Pick<WordsAbout, 'name'>): EmailContent {
  const [first, last] = [entries[0]?.occurredSeconds ?? 0, entries.at(-1)?.occurredSeconds ?? 0];
  return {
    subject: `${entries.length} notices for ${name}, ${formatDayOfYear(first)} to ${formatDayOfYear(last)}`,
    heading: `Billing activity from ${formatDate(first)} to ${formatDate(last)}`,
    tone: 'neutral',
    paragraphs: [`These are ${entries.length} notices about ${name}, the oldest first. Outdated notices are omitted.`],
    facts: entries.map(({ occurredSeconds, subject }) => [formatDate(occurredSeconds), subject] as const),
    action: billing,
  };
}

interface ToldKind {
  readonly kind: NoticeKind;
  readonly facts: Record<string, unknown>;
}

const shownSubject = (subject: string): string => withoutJoiners(safeLine(subject));

export function toldSubject({ kind, facts }: ToldKind, organizationName: string): string {
  const name = shortName(organizationName);
  if (kind === 'invoice_issued') return shownSubject(invoiceEmailName(facts as never, name));
  return shownSubject(wordsOfNotice(kind, facts as never as NoticeFacts[typeof kind], { name, isPaid: false }).subject);
}
