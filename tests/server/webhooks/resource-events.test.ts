import { expect, it } from 'vitest';
import { adminScopes } from '#contract/admin/admin-declaration.ts';
import { eventsOf, once, operatorOf, type Operator } from '#tests/support/operator.ts';
import { payerAt, testCard } from '#tests/support/payer.ts';
import { onEachStore } from '#tests/support/platform.ts';

const day = 86_400;
const ref = (letter: string): string => letter.repeat(20);

const base = { plan: 'pro', cyclesBefore: 0, daysIntoCycle: 10, projects: [] } as const;
const seeds = [
  { ...base, slug: 'shrinks', name: 'Shrinks', projects: [{ name: 'web', size: 'small' }] },
  { ...base, slug: 'carded', name: 'Carded' },
  { ...base, slug: 'reviewed', name: 'Reviewed' },
  { ...base, slug: 'renews', name: 'Renews' },
  { ...base, slug: 'stays-free', name: 'Stays free', plan: 'free' },
] as const;

interface EventBody {
  readonly type: string;
  readonly sequence: number;
  readonly data: Readonly<Record<string, unknown>>;
}

const factsOf = (events: readonly EventBody[]) => events.map(({ type, data }) => [type, data]);
const typesOf = (events: readonly EventBody[]): string[] => events.map(({ type }) => type);

onEachStore(
  (platform) => {
    it('reports each change of a project, branch, replica and add-on once, and none of a rehearsal', async () => {
      const operator = await operatorOf(platform());
      const put = async (path: string, body: object, status = 200) =>
        expect([path, (await operator.ask('PUT', `/organizations/acme${path}`, body)).status]).toEqual([path, status]);
      const web = `/projects/${ref('w')}`;
      await put('', { name: 'Acme', plan: 'pro', spend_cap: false }, 201);
      await put(web, { name: 'web' }, 201);
      await put(web, { name: 'web', metadata: { team: 'a' } });
      await put(web, { name: 'shop', compute_size: 'small' });
      await put(`${web}/addons/pitr`, { variant: 'pitr_7' }, 201);
      await put(`${web}/addons/pitr`, { variant: 'pitr_7' });
      await put(`${web}/addons/pitr`, { variant: 'pitr_14' });
      expect((await operator.ask('DELETE', `/organizations/acme${web}/addons/pitr`)).status).toBe(204);
      await put(`${web}/addons/ipv4`, { variant: 'ipv4_default' }, 201);
      await put(`/projects/${ref('b')}`, { name: 'preview', parent_ref: ref('w') }, 201);
      await put(`/projects/${ref('r')}`, { name: 'near', kind: 'replica', parent_ref: ref('w') }, 201);
      for (let time = 0; time < 2; time += 1) expect((await operator.ask('DELETE', `/organizations/acme${web}`)).status).toBe(204);
      await put(web, { name: 'shop' }, 201);

      const named = { project_ref: ref('w'), name: 'shop', kind: 'primary', engine: 'postgres', parent_ref: null };
      const healthy = { status: 'ACTIVE_HEALTHY', compute_size: 'micro' };
      const addon = (type: string, variant: string | null, previous: string | null) => [
        'project.addon_changed',
        { project_ref: ref('w'), type, variant, previous_variant: previous },
      ];
      const replica = { ...named, ...healthy, project_ref: ref('r'), name: 'near', kind: 'replica', parent_ref: ref('w') };
      const live = await eventsOf(operator, 'acme', 'project.');
      expect(factsOf(live)).toEqual([
        ['project.created', { ...named, ...healthy, name: 'web' }],
        [
          'project.updated',
          { ...named, ...healthy, compute_size: 'small', previous_status: 'ACTIVE_HEALTHY', previous_compute_size: 'micro' },
        ],
        addon('pitr', 'pitr_7', null),
        addon('pitr', 'pitr_14', 'pitr_7'),
        addon('pitr', null, 'pitr_14'),
        addon('ipv4', 'ipv4_default', null),
        ['project.created', { ...named, ...healthy, project_ref: ref('b'), name: 'preview', kind: 'branch', parent_ref: ref('w') }],
        ['project.created', replica],
        ['project.removed', { ...named, status: 'REMOVED', compute_size: 'small' }],
        ['project.removed', { ...replica, status: 'REMOVED' }],
        ['project.created', { ...named, ...healthy }],
      ]);

      expect((await operator.ask('DELETE', '/organizations/acme', { dry_run: true })).status).toBe(200);
      expect(await eventsOf(operator, 'acme', 'project.')).toEqual(live);
      expect((await operator.ask('DELETE', '/organizations/acme')).status).toBe(202);
      const all = await eventsOf(operator, 'acme');
      const ended = all.filter(({ type, sequence }) => type.startsWith('project.') && sequence > (live.at(-1)?.sequence ?? 0));
      expect(ended.map(({ type, data }) => [type, data['project_ref']]).toSorted()).toEqual([
        ['project.removed', ref('b')],
        ['project.removed', ref('w')],
      ]);
      expect(all.map(({ sequence }) => sequence)).toEqual(all.map((_, index) => index + 1));
    });

    it('reports which card is added, removed and charged first, without any detail of the card', async () => {
      const { useCard, send, settled } = payerAt(platform());
      const operator = await operatorOf(platform());
      const cards = '/platform/organizations/carded/payments';
      const first = await useCard('carded', testCard.good);
      expect((await send('PUT', `${cards}/default`, { payment_method_id: first })).status).toBe(200);
      const second = await useCard('carded', testCard.attachesThenDeclines);
      const again = await useCard('carded', testCard.good);
      expect((await send('DELETE', cards, { card_id: second })).status).toBe(200);
      await settled();
      const events = await eventsOf(operator, 'carded', 'payment_method.');
      expect(factsOf(events)).toEqual([
        ['payment_method.added', { payment_method_id: first, is_default: true }],
        ['payment_method.default_changed', { payment_method_id: first }],
        ['payment_method.added', { payment_method_id: second, is_default: false }],
        ['payment_method.default_changed', { payment_method_id: second }],
        ['payment_method.added', { payment_method_id: again, is_default: false }],
        ['payment_method.removed', { payment_method_id: first, is_default: false }],
        ['payment_method.default_changed', { payment_method_id: again }],
        ['payment_method.removed', { payment_method_id: second, is_default: false }],
      ]);
    });

    it('reports each request for approval and how it ends, without naming a person', async () => {
      const person = (owner: string) => operatorOf(platform(), adminScopes, owner);
      const [ada, ben] = [await person('ada@example.com'), await person('ben@example.com')];
      const request = async (reason: string, key = ada.key): Promise<string> => {
        const body = { amount_cents: 150_000, reason };
        const answer = await ada.ask('POST', '/organizations/reviewed/credits', body, { ...once(), key });
        expect([reason, answer.status]).toEqual([reason, 202]);
        return answer.body.approval.id;
      };
      const decide = async (by: Operator, id: string, decision: string) =>
        expect((await by.ask('POST', `/approvals/${id}/${decision}`)).status).toBe(200);
      const expiresAt = platform().context.clock.nowSeconds() + 60 * day;
      const lent = await ada.ask('POST', '/keys', { name: 'lent', owner: 'cy@example.com', scopes: ['money'], expires_at: expiresAt });

      const approved = await request('An outage');
      await decide(ben, approved, 'approve');
      const refused = await request('A wish');
      await decide(ben, refused, 'refuse');
      const withdrawn = await request('A mistake', lent.body.key);
      expect((await ada.ask('DELETE', `/keys/${lent.body.id}`)).status).toBe(204);
      const expired = await request('Too late');
      // An approval request about the platform itself creates no event of an organization.
      const limits = { person_cents: 200_000, organization_cents: 200_000, platform_cents: 200_000, reason: 'More' };
      expect((await ada.ask('PUT', '/approval-limits', limits, once())).status).toBe(202);
      await payerAt(platform()).pass(15 * day);

      const of = (approval_id: string, reason: string, requested_by = ada.keyId) => ({
        approval_id,
        action: 'credit',
        subject: 'reviewed',
        amount_cents: 150_000,
        reason,
        requested_by,
      });
      const events = await eventsOf(ada, 'reviewed');
      expect(factsOf(events.filter(({ type }) => type.startsWith('approval.')))).toEqual([
        ['approval.requested', of(approved, 'An outage')],
        ['approval.approved', of(approved, 'An outage')],
        ['approval.requested', of(refused, 'A wish')],
        ['approval.refused', of(refused, 'A wish')],
        ['approval.requested', of(withdrawn, 'A mistake', lent.body.id)],
        ['approval.withdrawn', of(withdrawn, 'A mistake', lent.body.id)],
        ['approval.requested', of(expired, 'Too late')],
        ['approval.expired', of(expired, 'Too late')],
      ]);
      expect(typesOf(events.slice(0, 3))).toEqual(['approval.requested', 'approval.approved', 'credit.changed']);
    });

    it('reports what a downgrade to Free takes from projects', async () => {
      const { change, pass } = payerAt(platform());
      const operator = await operatorOf(platform());
      const { body } = await operator.ask('GET', '/organizations/shrinks/projects');
      const { ref: web } = body.projects[0];
      expect((await operator.ask('PUT', `/organizations/shrinks/projects/${web}/addons/pitr`, { variant: 'pitr_7' })).status).toBe(201);
      expect((await change('shrinks', { tier: 'tier_free' })).status).toBe(200);
      await pass(32 * day);
      expect(factsOf((await eventsOf(operator, 'shrinks', 'project.')).slice(1))).toEqual([
        ['project.addon_changed', { project_ref: web, type: 'pitr', variant: null, previous_variant: 'pitr_7' }],
        ['project.updated', expect.objectContaining({ project_ref: web, compute_size: 'nano', previous_compute_size: 'small' })],
      ]);
    });

    it('announces the invoice of each cycle once, 7 days before its end, with the amounts so far', async () => {
      const { subscription, send, pass } = payerAt(platform());
      const operator = await operatorOf(platform());
      const announced = (): Promise<any[]> => eventsOf(operator, 'renews', 'invoice.upcoming');
      const { clock, jobs } = platform().context;
      const passUntil = (seconds: number) => pass(seconds - clock.nowSeconds());
      await passUntil((await subscription('renews'))['current_period_end'] + 2 * day);
      const known = await announced();
      const { current_period_start: startsAt, current_period_end: endsAt } = await subscription('renews');
      const dueAt = endsAt - 7 * day;
      await passUntil(dueAt - 60);
      expect(await announced()).toEqual(known);
      await passUntil(dueAt + 60);
      const [event, ...others] = (await announced()).slice(known.length);
      const { body: upcoming } = await send('GET', '/platform/organizations/renews/billing/invoices/upcoming');
      const cents = (dollars: number): number => Math.round(dollars * 100);
      const amounts = { subtotal_cents: cents(upcoming.amount_total), projected_cents: cents(upcoming.amount_projected) };
      expect([event.data, others]).toEqual([{ plan: 'pro', period_start: startsAt, period_end: endsAt, ...amounts }, []]);
      expect([event.data.subtotal_cents, Math.abs(event.at - dueAt) < 60]).toEqual([2500, true]);
      await Promise.all([jobs.runDue(), jobs.runDue()]);
      await pass(6 * day);
      expect(await announced()).toEqual([...known, event]);
      await pass(26 * day);
      expect((await announced()).slice(known.length + 1).map(({ data }) => data.period_start)).toEqual([endsAt]);
      expect(await eventsOf(operator, 'stays-free', 'invoice.')).toEqual([]);
    });
  },
  { APPROVAL_ABOVE_CENTS: '100000' },
  { seeds: [...seeds], automatic: false },
  'database',
);
