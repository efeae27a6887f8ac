import { testCard } from '#tests/support/payer.ts';
import type { Act, Hand } from './hand.ts';

const tiers = ['tier_free', 'tier_pro', 'tier_payg', 'tier_team'] as const;
type AskedTier = (typeof tiers)[number];

const cards = [
  ...Array<string>(7).fill(testCard.good),
  testCard.asksAlways,
  testCard.asksAlways,
  testCard.asksThenDeclines,
  testCard.hasNoFunds,
  testCard.attachesThenDeclines,
  testCard.isDisputed,
];

export const anyCard = ({ payer, random }: Hand): Promise<string> => payer.card(random.pick(cards));

async function previewOf(hand: Hand, tier: AskedTier): Promise<string> {
  const { status, body } = await hand.ask('POST', '/billing/subscription/preview', { tier });
  if (status === 201) hand.quotes.push({ id: body.quote.id, tier });
  return `${tier} ${status}`;
}

async function changeTo(hand: Hand, tier: string, { quoteId, card }: { quoteId?: string; card?: string } = {}): Promise<string> {
  const body = { tier, payment_method: card ?? (await anyCard(hand)), ...(quoteId ? { quote_id: quoteId } : {}) };
  const { status, body: response } = await hand.ask('PUT', '/billing/subscription', body);
  if (status !== 200) return `${tier} ${status} ${response.code}: ${response.message}`;
  hand.secret = response.pending_payment_intent_secret ?? hand.secret;
  return `${tier} ${response.pending_payment_intent_secret === null ? 'done' : 'pending'}`;
}

export const previewChange: Act = (hand) => previewOf(hand, hand.random.pick(tiers));
export const previewTo =
  (tier: AskedTier): Act =>
  (hand) =>
    previewOf(hand, tier);

export const changePlan: Act = (hand) => changeTo(hand, hand.random.pick(tiers));
export const changePlanTo =
  (tier: AskedTier): Act =>
  (hand) =>
    changeTo(hand, tier);

export const changeWithCard =
  (tier: AskedTier, number: string): Act =>
  async (hand) =>
    changeTo(hand, tier, { card: await hand.payer.card(number) });

export const paidChangeTo = (tier: AskedTier): Act => changeWithCard(tier, testCard.good);

export const changeManyTimes: Act = async (hand) => {
  const results: string[] = [];
  for (let times = 0; times < 12; times += 1) results.push(await paidChangeTo(times % 2 === 0 ? 'tier_payg' : 'tier_team')(hand));
  return results.join(', ');
};

export const changeAsQuoted: Act = (hand) => {
  const quote = hand.quotes.pop();
  return quote ? changeTo(hand, quote.tier, { quoteId: quote.id }) : Promise.resolve('');
};

async function answer(hand: Hand, outcome: 'complete' | 'fail'): Promise<string> {
  const { secret, payer } = hand;
  if (secret === null) return '';
  hand.secret = null;
  // If the challenge has expired, the gateway rejects the answer, as it does in a browser.
  return payer.challenge(secret, outcome).then(
    () => outcome,
    () => 'refused',
  );
}

export const answerChallenge: Act = (hand) => answer(hand, hand.random.pick(['complete', 'complete', 'fail'] as const));

export const completeChallenge: Act = (hand) => answer(hand, 'complete');

export const cancelChange: Act = async (hand) => String((await hand.ask('DELETE', '/billing/subscription/pending-change')).status);
