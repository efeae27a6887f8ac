import { expect, it } from 'vitest';
import { eventsOf, operatorOf } from '#tests/support/operator.ts';
import { payerAt, testCard } from '#tests/support/payer.ts';
import { onEachStore } from '#tests/support/platform.ts';

const day = 86_400;

const typesOf = (events: readonly any[]): string[] => events.map(({ type }) => type);

const seed = {
  slug: 'free-one',
  name: 'One',
  plan: 'free',
  cyclesBefore: 0,
  daysIntoCycle: 10,
  projects: [{ name: 'web', size: 'nano' }],
} as const;

onEachStore(
  (platform) => {
    it('tells of an organization from its start to its close, in one sequence', async () => {
      const operator = await operatorOf(platform());
      const { ask } = operator;
      expect((await ask('PUT', '/organizations/acme', { name: 'Acme', plan: 'pro', spend_cap: false })).status).toBe(201);
      expect((await ask('PUT', '/organizations/acme/members/ada@acme.example', { role: 'owner', username: 'ada' })).status).toBe(201);
      expect((await ask('PUT', '/organizations/acme/members/ada@acme.example', { role: 'billing' })).status).toBe(200);
      expect((await ask('PUT', '/organizations/acme', { name: 'Acme Limited' })).status).toBe(200);
      expect((await ask('DELETE', '/organizations/acme')).status).toBe(202);
      const events = await eventsOf(operator, 'acme');
      expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
      expect(typesOf(events).slice(0, 3)).toEqual(['organization.created', 'member.changed', 'member.changed']);
      expect(typesOf(events).slice(3).toSorted()).toEqual([
        'invoice.finalized',
        'invoice.paid',
        'member.changed',
        'organization.closed',
        'spend_cap.changed',
        'subscription.updated',
      ]);
      expect(events[0]).toEqual({
        id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
        organization: 'acme',
        sequence: 1,
        type: 'organization.created',
        at: expect.any(Number),
        data: { name: 'Acme', plan: 'pro', spend_cap_on: false, billing_partner: null, external_id: null },
      });
      expect(events[2].data).toEqual({ email: 'ada@acme.example', username: 'ada', role: 'billing', previous_role: 'owner' });
      expect((await ask('GET', '/organizations/acme/events?after=999')).body).toEqual({ events: [], has_more: false, next_cursor: null });
    });

    it('says nothing of the past that the demo organizations bring, and of a change what it came to', async () => {
      const { change, card, settled, pass } = payerAt(platform());
      const operator = await operatorOf(platform());
      expect(await eventsOf(operator, 'free-one')).toEqual([]);
      const changed = await change('free-one', { tier: 'tier_payg', payment_method: await card(testCard.good) });
      expect(changed.status).toBe(200);
      await settled();
      const events = await eventsOf(operator, 'free-one');
      const finalized = events.find(({ type }) => type === 'invoice.finalized');
      expect(finalized.data).toMatchObject({ kind: 'plan_change', status: 'paid', subtotal_cents: 2500 });
      expect(typesOf(events)).toEqual(expect.arrayContaining(['subscription.updated', 'spend_cap.changed', 'invoice.paid']));
      expect(events.find(({ type }) => type === 'subscription.updated').data).toMatchObject({ plan: 'pro', previous_plan: 'free' });
      await pass(32 * day);
      const later = (await eventsOf(operator, 'free-one')).slice(events.length).filter(({ type }) => !type.startsWith('notice.'));
      expect(typesOf(later)).toEqual(['invoice.upcoming', 'subscription.updated', 'invoice.finalized', 'invoice.paid']);
      expect(later[1].data).toMatchObject({ plan: 'pro', previous_plan: 'pro', scheduled_plan_change: null });
    });
  },
  {},
  { seeds: [seed], automatic: false },
  'database',
);
