import type { Act, Hand } from './hand.ts';

const amounts = [0, 1, 999, 2000, 9000, 50_000];

const ownLimit = ({ rows, slug }: Hand) =>
  rows<{ id: string; version: number }>(
    `select b.id, b.version from budgets b join organizations o on o.id = b.organization_id where o.slug = '${slug}'`,
  );

const limitOf = (amountCents: number) =>
  ({
    name: 'Limit',
    scope: 'organization',
    basis: 'overage',
    amount_cents: amountCents,
    thresholds: [],
    at_limit: 'stop',
    recipients: [],
  }) as const;

/** Sets or replaces the spending limit on a cycle's overage. */
export const setLimitOf =
  (amountCents: number): Act =>
  async (hand) => {
    const [before] = await ownLimit(hand);
    const setAtSeconds = hand.now();
    const { status } = before
      ? await hand.ask('PUT', `/billing/budgets/${before.id}`, { ...limitOf(amountCents), version: before.version })
      : await hand.ask('POST', '/billing/budgets', limitOf(amountCents));
    if (status < 300) hand.limits.push({ setAtSeconds, overageCents: amountCents });
    return `${amountCents} ${status}`;
  };

export const setLimit: Act = (hand) => setLimitOf(hand.random.pick(amounts))(hand);

export const removeLimit: Act = async (hand) => {
  const [before] = await ownLimit(hand);
  if (!before) return '';
  const setAtSeconds = hand.now();
  const { status } = await hand.ask('DELETE', `/billing/budgets/${before.id}`);
  if (status < 300) hand.limits.push({ setAtSeconds, overageCents: null });
  return String(status);
};
