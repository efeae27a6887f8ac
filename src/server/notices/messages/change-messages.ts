import { formatDate } from '#lib/dates/format.ts';
import { formatCents } from '#lib/money.ts';
import { formatLastDay, tokenScopeNames, tokensTexts } from '#lib/texts/tokens.ts';
import type { ChangedDetail } from '#server/domain/notices.ts';
import { billing, namedCard, printedName, toCards, toInvoices, type WordsOf } from '#server/notices/email-content.ts';

export const changeAppliedWords: WordsOf<'change_applied'> = (facts, { name }) => {
  const { what, planName, fromPlanName, spendCapOn, chargedCents, number } = facts;
  const charged = [
    ...(chargedCents > 0 ? [['Charged', formatCents(chargedCents)] as const] : []),
    ...(number === null ? [] : [['Invoice number', number] as const]),
  ];
  if (what === 'spend_cap') {
    const state = spendCapOn ? 'on' : 'off';
    return {
      subject: `Spend cap turned ${state} for ${name}`,
      heading: `The spend cap was turned ${state}`,
      tone: 'neutral',
      paragraphs: [
        spendCapOn
          ? "With the spend cap on, usage stops when you reach your plan's included usage, and your projects may become unresponsive or read-only."
          : "With the spend cap off, usage can exceed your plan's quota. Extra usage is charged on your next invoice.",
      ],
      facts: [['Plan', planName], ['Spend cap after', spendCapOn ? 'On' : 'Off'], ...charged],
      action: billing,
    };
  }
  return {
    subject: `Plan changed to ${planName} for ${name}`,
    heading: `Your plan was changed to the ${planName} Plan`,
    tone: 'neutral',
    paragraphs: [`${name} has changed from the ${fromPlanName} Plan to the ${planName} Plan.`],
    facts: [
      ['Plan before', fromPlanName],
      ['Plan after', planName],
      ...(spendCapOn === null ? [] : [['Spend cap after', spendCapOn ? 'On' : 'Off'] as const]),
      ...charged,
    ],
    action: billing,
  };
};

export const changeRefundedWords: WordsOf<'change_refunded'> = ({ planName, amountCents, why }, { name }) => ({
  subject: `Refund of ${formatCents(amountCents)} for ${name}: the change to ${planName} was not applied`,
  heading: 'Your plan change was not applied',
  tone: 'warning',
  paragraphs: [`${why} The change to the ${planName} Plan was not applied.`, 'We refund your payment. You can change the plan again.'],
  facts: [
    ['Plan', planName],
    ['Refund', formatCents(amountCents)],
  ],
  action: billing,
});

export const refundIssuedWords: WordsOf<'refund_issued'> = ({ amountCents, reason, creditCents }, { name }) => ({
  subject: `Refund of ${formatCents(amountCents)} for ${name}`,
  heading: `We refunded ${formatCents(amountCents)}`,
  tone: 'good',
  paragraphs: ['The money goes back to the original payment method. Banks can take 5 to 10 days to show it.'],
  facts: [
    ['Refund', formatCents(amountCents)],
    ['Reason', reason],
    ...(creditCents > 0 ? [['Deducted from credits', formatCents(creditCents)] as const] : []),
  ],
  action: toInvoices,
});

export const disputeOpenedWords: WordsOf<'dispute_opened'> = ({ amountCents }, { name }) => ({
  subject: `Dispute opened: ${formatCents(amountCents)} for ${name}`,
  heading: 'A payment is disputed',
  tone: 'warning',
  paragraphs: [
    'Your bank has told us that a payment is disputed. Until the bank decides, the payment counts as not received.',
    'If this is unexpected, ask the cardholder.',
  ],
  facts: [['Disputed amount', formatCents(amountCents)]],
  action: toInvoices,
});

export const disputeClosedWords: WordsOf<'dispute_closed'> = ({ amountCents, outcome }, { name }) => ({
  subject: `Dispute closed: ${formatCents(amountCents)} for ${name}, ${outcome === 'won' ? 'the payment is kept' : 'the payment was returned'}`,
  heading: outcome === 'won' ? 'The disputed payment is kept' : 'The disputed payment was returned',
  tone: outcome === 'won' ? 'good' : 'warning',
  paragraphs: [
    outcome === 'won'
      ? "The bank has decided in favor of the payment. You don't need to do anything."
      : 'The bank has returned the payment to the cardholder. The amount is owed again.',
  ],
  facts: [['Disputed amount', formatCents(amountCents)]],
  action: toInvoices,
});

const months = (month: number, year: number): string => `${String(month).padStart(2, '0')}/${year}`;

export const cardExpiringWords: WordsOf<'card_expiring'> = ({ card, month, year }, { name }) => ({
  subject: `Card expires ${months(month, year)}: ${namedCard(card)} of ${name}`,
  heading: 'Your default card is about to expire',
  tone: 'warning',
  paragraphs: [`We charge the invoices of ${name} to your ${namedCard(card)}. Please add another card before it expires.`],
  facts: [
    ['Card', namedCard(card)],
    ['Expires', months(month, year)],
  ],
  action: toCards,
});

const detailNames = { billing_email: 'Billing email', tax_id: 'Tax ID', default_card: 'Default card' } as const;

/** Email programs must not turn a tax ID into a link. An email address stays unchanged, so that it can be copied. */
const printedDetail = (what: ChangedDetail['what'], value: string | null): string =>
  value === null ? 'None' : what === 'billing_email' ? value : printedName(value);

export const detailsChangedWords: WordsOf<'details_changed'> = ({ changes, by }, { name }) => {
  const names = changes.map(({ what }) => detailNames[what]);
  const last = names.at(-1) ?? '';
  const list = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last;
  return {
    subject: `${list} changed for ${name}`,
    heading: 'Your billing details changed',
    tone: 'warning',
    paragraphs: [
      by === null ? `Billing details of ${name} were changed.` : `${printedName(by)} changed billing details of ${name}.`,
      "If you don't know about this, check your members and contact support.",
    ],
    facts: changes.flatMap(({ what, before, after }) => [
      [`${detailNames[what]} before`, printedDetail(what, before)] as const,
      [`${detailNames[what]} after`, printedDetail(what, after)] as const,
    ]),
    action: billing,
  };
};

const billsUsage = (scopes: readonly string[]): string => (scopes.includes('usage:write') ? ` ${tokensTexts.usageIsBilled}` : '');

const toTokens = { label: 'See the tokens', path: 'tokens' } as const;

export const tokenCreatedWords: WordsOf<'token_created'> = ({ name: tokenName, scopes, projectName, endsAt, by }, { name }) => ({
  subject: `New token for ${name}: ${printedName(tokenName)}`,
  heading: 'A token was created',
  tone: 'warning',
  paragraphs: [
    `${printedName(by)} created a token for a program of ${name}. It can't pay or change settings.${billsUsage(scopes)}`,
    "If you don't know about this, revoke the token and check your members.",
  ],
  facts: [
    ['Token', printedName(tokenName)],
    ['Scopes', scopes.map((scope) => tokenScopeNames[scope]).join(', ')],
    ['Project', projectName === null ? 'All projects' : printedName(projectName)],
    ['Ends', formatLastDay(endsAt)],
  ],
  action: toTokens,
});

/** Content of the confirmation email, the only email that is sent to an unconfirmed address. */
export const confirmAddressWords: WordsOf<'confirm_address'> = ({ address, token }, { name }) => ({
  subject: `Confirm that you want the billing emails of ${name}`,
  heading: 'Confirm your email address',
  tone: 'neutral',
  paragraphs: [
    `A member of ${name} has added your address as a recipient of billing emails. You get them once you confirm the address on the page that the button opens.`,
    "The link works for 7 days, and once. If you don't want these emails, do nothing: you get no others.",
  ],
  facts: [
    ['Organization', name],
    ['Address', address],
  ],
  action: { label: 'Confirm the address', path: `confirm-address${token === undefined ? '' : `?token=${token}`}` },
});

export const lateUsageWords: WordsOf<'late_usage'> = ({ amountCents, invoicedAt }, { name }) => ({
  subject: `Invoice of ${formatCents(amountCents)} on ${formatDate(invoicedAt)} for usage of ${name} that was reported late`,
  heading: 'Usage on your paid plan was reported late',
  tone: 'warning',
  paragraphs: [`You get one more invoice on ${formatDate(invoicedAt)}. The amount can still change until then.`],
  facts: [
    ['Amount so far', formatCents(amountCents)],
    ['Invoiced on', formatDate(invoicedAt)],
  ],
  action: billing,
});
