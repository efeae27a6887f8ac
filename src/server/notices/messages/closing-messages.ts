import { formatDate } from '#lib/dates/format.ts';
import { formatCents } from '#lib/money.ts';
import { toExport, type WordsOf } from '#server/notices/email-content.ts';

export const organizationClosedWords: WordsOf<'organization_closed'> = (closing, { name }) => {
  const { invoices, refunds, endedCreditCents, readableUntil } = closing;
  const dueCents = invoices.reduce((sum, invoice) => sum + invoice.dueCents, 0);
  const waits = refunds.some((refund) => refund.waits);
  return {
    subject: `${name} is closed`,
    heading: 'Your organization is closed',
    tone: 'neutral',
    paragraphs: [
      `${name} was closed. Its projects have ended, and nothing more is charged for usage.`,
      ...(dueCents > 0 ? [`${formatCents(dueCents)} is still to be paid.`] : []),
      ...(refunds.length > 0 ? ['Refunds go back to the card that paid. Banks can take 5 to 10 days to show them.'] : []),
      ...(waits ? ['A refund above our limit is sent after a second person has approved it.'] : []),
      `Owners can read and export the invoices until ${formatDate(readableUntil)}.`,
    ],
    facts: [
      ...invoices.map(({ number, totalCents }) => [`Final invoice ${number}`, formatCents(totalCents)] as const),
      ...refunds.map(({ amountCents }) => ['Refund of credits', formatCents(amountCents)] as const),
      ...(endedCreditCents > 0 ? [['Given credit that ended', formatCents(endedCreditCents)] as const] : []),
    ],
    action: toExport,
  };
};
