import { testCard } from '#tests/support/payer.ts';
import { changeWithCard, completeChallenge, paidChangeTo } from './change-acts.ts';
import type { Act, Hand } from './hand.ts';
import { useMuchEgress } from './usage-acts.ts';

const amounts = [0, 1, 999, 2000, 9000, 50_000];

/** Names of the budgets. The first two limit the same usage, so the lower limit applies. The third only alerts. */
const names = ['Limit', 'Second limit', 'Alert'] as const;
type Name = (typeof names)[number];

interface OwnBudget {
  readonly id: string;
  readonly version: number;
  readonly name: Name;
  readonly atLimit: 'alert' | 'stop';
  readonly cents: number;
}

const ownBudgets = ({ rows, slug }: Hand): Promise<OwnBudget[]> =>
  rows<OwnBudget>(
    `select b.id, b.version, b.name, b.at_limit as "atLimit", b.amount_cents::int as cents from budgets b
     join organizations o on o.id = b.organization_id where o.slug = '${slug}' order by b.name`,
  );

const budgetOf = (name: Name, amountCents: number) => ({
  name,
  scope: 'organization',
  basis: 'overage',
  amount_cents: amountCents,
  thresholds: name === 'Alert' ? [50, 100].map((percent) => ({ percent, on: 'actual' })) : [],
  at_limit: name === 'Alert' ? 'alert' : 'stop',
  recipients: [],
});

async function changeBudgets(hand: Hand, method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<number> {
  const setAtSeconds = hand.now();
  const { status } = await hand.ask(method, `/billing/budgets${path}`, body);
  if (status >= 300) return status;
  const stops = (await ownBudgets(hand)).filter(({ atLimit }) => atLimit === 'stop').map(({ cents }) => cents);
  hand.limits.push({ setAtSeconds, overageCents: stops.length > 0 ? Math.min(...stops) : null });
  return status;
}

async function setBudget(hand: Hand, name: Name, amountCents: number): Promise<string> {
  const before = (await ownBudgets(hand)).find((budget) => budget.name === name);
  const status = before
    ? await changeBudgets(hand, 'PUT', `/${before.id}`, { ...budgetOf(name, amountCents), version: before.version })
    : await changeBudgets(hand, 'POST', '', budgetOf(name, amountCents));
  return `${name} ${amountCents} ${status}`;
}

async function removeBudget(hand: Hand, name: Name): Promise<string> {
  const before = (await ownBudgets(hand)).find((budget) => budget.name === name);
  return before ? `${name} ${await changeBudgets(hand, 'DELETE', `/${before.id}`)}` : '';
}

export const setLimitOf =
  (amountCents: number): Act =>
  (hand) =>
    setBudget(hand, 'Limit', amountCents);

/** The upgrade needs a bank challenge. Before the challenge, the organization uses more egress than the quota and sets a limit. */
export const setLimitDuringUpgrade: Act = async (hand) => {
  const results: string[] = [];
  const acts = [
    paidChangeTo('tier_payg'),
    changeWithCard('tier_team', testCard.asksAlways),
    useMuchEgress,
    setLimitOf(0),
    completeChallenge,
  ];
  for (const act of acts) results.push(await act(hand));
  return results.join(', ');
};

export const setAnyLimit: Act = (hand) => setBudget(hand, hand.random.pick(names), hand.random.pick(amounts));

export const removeLimit: Act = (hand) => removeBudget(hand, 'Limit');

export const removeAnyLimit: Act = (hand) => removeBudget(hand, hand.random.pick(names));
