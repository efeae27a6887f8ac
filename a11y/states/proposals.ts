import { proposalsTexts as texts } from '#lib/texts/proposals.ts';
import {
  alertDialog,
  button,
  dialog,
  fill,
  heading,
  hold,
  open,
  press,
  propose,
  region,
  stall,
  text,
  textbox,
  wait,
  type State,
} from './state.ts';

const address = (slug: string): string => `/org/${slug}/proposals`;

const proposals = (
  name: string,
  steps: State['steps'],
  sees: State['sees'],
  { slug = 'pro-payg', member = 'owner' }: { readonly slug?: string; readonly member?: State['member'] } = {},
): State => ({ name, member, address: address(slug), steps, sees });

const what = 'Buy credits for $100.00';
const review = dialog(texts.reviewTitle);
const refusal = alertDialog(texts.refuseTitle);
const asked = (slug: string): State['steps'] => [propose(slug), open(address(slug)), wait(heading(/^Buy credits/))];
const reviewing = (slug: string): State['steps'] => [...asked(slug), press(button(`Review, ${what}`)), wait(text(texts.dueNow, review))];
const refusing = (slug: string): State['steps'] => [...asked(slug), press(button(`Refuse, ${what}`)), wait(refusal)];
const ofReview = { dialogs: ['src/billing/proposals/ReviewDialog.tsx'], changes: true } as const;
const ofRefusal = { dialogs: ['src/billing/proposals/RefuseDialog.tsx'], changes: true } as const;
const who = dialog('Who can do this');

/** No two states that change data (`changes: true`) use the same organization. */
export const proposalStates: readonly State[] = [
  proposals('Proposals, none yet', [], [heading('Proposals'), region(texts.waitingTitle), text(texts.empty)]),
  proposals('Proposals without permission', [], [text(texts.noRead)], { member: 'viewer' }),
  proposals('Proposals loading', [hold], [heading('Proposals')], { slug: 'slow-org' }),
  proposals('Proposals failed', [], [button('Retry, proposals')], { slug: 'failing-org' }),
  { ...proposals('Proposals: one to be reviewed', reviewing('permits'), [review], { slug: 'permits' }), ...ofReview },
  {
    ...proposals('Proposals: one under approval', [...reviewing('tideline-labs'), stall, press(button(texts.approve, review))], [review], {
      slug: 'tideline-labs',
    }),
    ...ofReview,
  },
  {
    ...proposals(
      'Proposals: one under refusal',
      [...refusing('changes-disabled'), stall, press(button(texts.refuse, refusal))],
      [refusal],
      {
        slug: 'changes-disabled',
      },
    ),
    ...ofRefusal,
  },
  {
    name: 'Ask for credits',
    member: 'developer',
    address: '/org/pro-payg/billing',
    steps: [press(button('Who can do this, Credit Balance')), wait(textbox(texts.askWhy, who))],
    sees: [who, textbox(texts.creditAmount, who), button(texts.ask, who)],
  },
  {
    name: 'Ask for credits: errors',
    member: 'developer',
    address: '/org/pro-payg/billing',
    steps: [
      press(button('Who can do this, Credit Balance')),
      wait(textbox(texts.askWhy, who)),
      fill(textbox(texts.creditAmount, who), ''),
      press(button(texts.ask, who)),
    ],
    sees: [{ role: 'group', name: texts.askFaults }, text(texts.missingReason, who)],
  },
];
