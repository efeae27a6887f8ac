import { formatDate } from '#lib/dates/format.ts';
import { formatCents } from '#lib/money.ts';
import { describeProposal, proposalsTexts } from '#lib/texts/proposals.ts';
import { printedName, type WordsOf } from '#server/notices/email-content.ts';

const toProposals = { label: 'Review the proposal', path: 'proposals' } as const;

const inSentence = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

export const proposalMadeWords: WordsOf<'proposal_made'> = (facts, { name }) => {
  const what = describeProposal({ act: facts.act, tier: facts.tier, amount_cents: facts.amountCents });
  const asker = `${facts.isByToken ? 'The program ' : ''}${printedName(facts.by)}`;
  return {
    subject: `Proposal for ${name}: ${inSentence(what)}`,
    heading: `You are asked to ${inSentence(what)}`,
    tone: 'neutral',
    paragraphs: [
      `${asker} asks you to ${inSentence(what)} for ${name}, and writes: "${printedName(facts.reason)}"`,
      'Nothing is charged until you or another member who manages billing approves it.',
    ],
    facts: [
      [proposalsTexts.dueNow, formatCents(facts.dueCents)],
      [proposalsTexts.monthly, formatCents(facts.monthlyCents)],
      ['Ends', formatDate(facts.endsAt)],
    ],
    action: toProposals,
  };
};
