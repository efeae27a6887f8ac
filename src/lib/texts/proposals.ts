import type { Proposal } from '#contract/types.ts';
import { formatCents } from '#lib/money.ts';
import { planNames } from '#lib/plan-names.ts';
import { fillText } from './fill.ts';

export const proposalsTexts = {
  title: 'Proposals',
  about: 'Members and programs ask here for a plan, the spend cap, a spending limit or credits. Only a member with permission can approve.',
  noRead: "You need additional permissions to view this organization's proposals",
  noDecide: 'You need permission to change the subscription to decide on proposals',
  failed: 'Failed to retrieve proposals',
  waitingTitle: 'Waiting for a decision',
  decidedTitle: 'Decided and ended',
  empty: 'No proposals yet. A member without permission can ask for a change beside the button that is disabled.',
  noneWaiting: 'No proposal waits for a decision.',
  changePlan: 'Change to the {plan} Plan',
  turnCapOn: 'Turn the spend cap on',
  turnCapOff: 'Turn the spend cap off',
  setLimit: 'Set a spending limit of {amount} a cycle',
  topUp: 'Buy credits for {amount}',
  askedBy: 'Asked for by {name} on {date}',
  askedByProgram: 'Asked for by the program {name} on {date}',
  ends: 'Ends {date}',
  dueNow: 'Charge today',
  monthly: 'Change per month',
  noChange: 'None',
  forecast: 'Forecast of this cycle without the change',
  limit: 'Spending limit {name}',
  limitFacts: '{projected} expected of {amount}',
  limitName: 'Spending limit',
  noLimit: 'No spending limit is set.',
  when: 'When it was asked for',
  today: 'Now',
  priceChanged: 'The price has changed. Check it before you approve.',
  review: 'Review',
  continue: 'Continue',
  reviewTitle: 'Approve this proposal?',
  loadingReview: 'Loading the price...',
  approve: 'Approve and continue',
  approveAgain: 'Approve the new price',
  approving: 'Approving...',
  approveFailed: 'Failed to approve the proposal: {message}',
  approved: 'Approved. Complete it in the next step.',
  refuse: 'Refuse',
  refuseTitle: 'Refuse this proposal?',
  refusing: 'Refusing...',
  refused: 'Proposal refused',
  refuseFailed: 'Failed to refuse the proposal: {message}',
  cancel: 'Decide later',
  decided: '{status} by {name} on {date}',
  ask: 'Ask for this',
  askTitle: 'Ask for this',
  askAbout: 'Members who manage billing get an email. Nothing is charged until one of them approves.',
  askWhy: 'Why do you need it?',
  askWhyAbout: 'The members who decide read this.',
  askFaults: 'Check the proposal',
  askWhat: 'What do you ask for?',
  limitAmount: 'Limit a cycle, in dollars',
  creditAmount: 'Credits, in whole dollars',
  missingAmount: 'Enter an amount in dollars',
  sent: 'Proposal sent. It ends on {date} unless a member decides.',
  sendFailed: 'Failed to send the proposal: {message}',
  missingReason: 'Enter a reason of at least 3 letters',
  longReason: 'Enter at most 500 characters',
} as const;

export const proposalStatusNames: Readonly<Record<Proposal['status'], string>> = {
  open: 'Open',
  approved: 'Approved',
  done: 'Done',
  refused: 'Refused',
  ended: 'Ended',
};

const planOf = {
  tier_free: planNames.free,
  tier_pro: planNames.pro,
  tier_payg: planNames.pro,
  tier_team: planNames.team,
  tier_enterprise: planNames.enterprise,
} as const;

export function describeProposal({ act, tier, amount_cents: cents }: Pick<Proposal, 'act' | 'tier' | 'amount_cents'>): string {
  const amount = formatCents(cents ?? 0);
  switch (act) {
    case 'plan':
      return fillText(proposalsTexts.changePlan, { plan: planOf[tier ?? 'tier_pro'] });
    case 'spend_cap':
      return tier === 'tier_pro' ? proposalsTexts.turnCapOn : proposalsTexts.turnCapOff;
    case 'limit':
      return fillText(proposalsTexts.setLimit, { amount });
    case 'top_up':
      return fillText(proposalsTexts.topUp, { amount });
  }
}
