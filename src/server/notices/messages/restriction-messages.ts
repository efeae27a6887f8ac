import { formatDate, formatDayOfYear } from '#lib/dates/format.ts';
import { formatCents } from '#lib/money.ts';
import { violationTexts } from '#lib/texts/restriction-banner.ts';
import type { NoticeFacts } from '#server/domain/notices.ts';
import { billing, toPayments, type WordsOf } from '#server/notices/email-content.ts';

type Facts = Pick<NoticeFacts['restricted'], 'violations' | 'owedCents' | 'numbers'>;

const isOwed = ({ violations }: Facts): boolean => violations.includes('overdue_payment');
const isOverLimit = ({ violations }: Facts): boolean => violations.includes('spending_limit_exceeded');
/** Whether included usage is exceeded. An empty list of violations also means excess, because some metrics have no violation name. */
const isOverQuota = ({ violations }: Facts): boolean =>
  violations.length === 0 || violations.some((violation) => violation !== 'overdue_payment' && violation !== 'spending_limit_exceeded');

const presentParts = (parts: readonly (string | false)[]): string[] => parts.filter((part) => part !== false);

const causeOf = (facts: Facts): string =>
  `It ${presentParts([
    isOwed(facts) && 'has overdue invoices',
    isOverQuota(facts) && 'is over its included usage',
    isOverLimit(facts) && 'is over its spending limit',
  ]).join(' and ')}.`;

const wayOutOf = (facts: Facts): string =>
  presentParts([
    isOwed(facts) && 'pay the overdue invoices',
    isOverQuota(facts) && 'upgrade your plan or turn off the spend cap',
    isOverLimit(facts) && 'raise or remove the spending limit',
  ]).join(', and ');

const factsOf = (facts: Facts): (readonly [string, string])[] => [
  [
    'Reason',
    facts.violations.length === 0 ? 'Included usage exceeded' : facts.violations.map((violation) => violationTexts[violation]).join(', '),
  ],
  ...(facts.owedCents > 0 ? [['Amount overdue', formatCents(facts.owedCents)] as const] : []),
  ...(facts.numbers.length > 0 ? [['Invoices', facts.numbers.join(', ')] as const] : []),
];

export const lastNoticeWords: WordsOf<'last_notice'> = (facts, { name }) => {
  const { restrictedAt } = facts;
  return {
    subject:
      restrictedAt === null
        ? `Last notice: services of ${name} will stop`
        : `Last notice: services of ${name} stop on ${formatDayOfYear(restrictedAt)}`,
    heading: restrictedAt === null ? 'Your services will stop' : `Your services stop on ${formatDate(restrictedAt)}`,
    tone: 'warning',
    paragraphs: [
      `The grace period of ${name} is over. ${causeOf(facts)}`,
      `Then every request to your projects is answered with HTTP status 402. To avoid this, ${wayOutOf(facts)}.`,
    ],
    facts: [...factsOf(facts), ...(restrictedAt === null ? [] : [['Services stop', formatDate(restrictedAt)] as const])],
    action: isOwed(facts) ? toPayments : billing,
  };
};

export const restrictedWords: WordsOf<'restricted'> = (facts, { name }) => ({
  subject: `Services stopped: ${name} is restricted`,
  heading: 'Your services are stopped',
  tone: 'bad',
  paragraphs: [
    `All services of ${name} are restricted. ${causeOf(facts)}`,
    `Every request to your projects is answered with HTTP status 402. To lift the restriction, ${wayOutOf(facts)}.`,
  ],
  facts: factsOf(facts),
  action: isOwed(facts) ? toPayments : billing,
});

export const restoredWords: WordsOf<'restored'> = (_, { name }) => ({
  subject: `Services restored: ${name} is no longer restricted`,
  heading: 'Your services are restored',
  tone: 'good',
  paragraphs: [`The restriction of ${name} is lifted. Your projects answer requests again.`],
  facts: [],
  action: billing,
});
