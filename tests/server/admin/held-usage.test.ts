import { describe, expect, it } from 'vitest';
import { onMoneyPlatformWith, type MoneyPlatform } from '#tests/support/money-platform.ts';
import { staffAt } from '#tests/support/staff.ts';
import type { Operator } from '#tests/support/operator.ts';

const gb = 1_000_000_000;
const tb = 1000 * gb;
const petabyte = 1000 * tb;
const day = 86_400;
const limits = { APPROVAL_ABOVE_CENTS: '100000', USAGE_REVIEW_ABOVE_CENTS: '100000' };

function usageAt(money: () => MoneyPlatform) {
  const { as } = staffAt(money);
  const now = () => money().platform.context.clock.nowSeconds();
  const refOf = async (slug: string) => {
    const [project] = await money().rows<{ ref: string }>(
      `select p.ref from projects p join organizations o on o.id = p.organization_id where o.slug = '${slug}' order by p.id limit 1`,
    );
    return project?.ref ?? '';
  };
  const egress = async (slug: string, id: string, quantity: number, more: object = {}) => ({
    id,
    organization: slug,
    project_ref: await refOf(slug),
    metric: 'EGRESS',
    quantity,
    at: now() - 60,
    ...more,
  });
  return {
    as,
    now,
    refOf,
    egress,
    send: async (sender: Operator, records: object[]) => (await sender.ask('POST', '/usage', { records })).body,
    upcoming: async (slug: string) => (await money().send('GET', `/platform/organizations/${slug}/billing/invoices/upcoming`)).body,
    waiting: async (reader: Operator) => (await reader.ask('GET', '/approvals?status=pending')).body.approvals as Record<string, any>[],
  };
}

onMoneyPlatformWith(
  { kinds: ['pglite'], organizations: ['payg', 'branching', 'top', 'free-one', 'crowded'], environment: limits },
  (money) => {
    const { as, egress, now, send, upcoming, waiting } = usageAt(money);

    it('holds 50 PB in one call: no bill counts it, its ids are taken, and members read that it is held', async () => {
      const meter = await as('meter@example.com');
      const before = await upcoming('branching');
      const records = await Promise.all(Array.from({ length: 50 }, (_, index) => egress('branching', `pb-${index}`, petabyte)));
      const ordinary = await egress('payg', 'ordinary', gb);
      expect(await send(meter, [...records, ordinary])).toEqual({ accepted: 1, duplicates: 0, held: 50, rejected: [] });
      expect(await send(meter, records)).toEqual({ accepted: 0, duplicates: 50, held: 0, rejected: [] });
      const other = await send(meter, [{ ...records[0], quantity: gb }]);
      expect(other.rejected.map(({ code }: { code: string }) => code)).toEqual(['id_reused']);
      const { held_usage: held, ...after } = await upcoming('branching');
      expect(after).toMatchObject({ amount_total: before.amount_total, amount_projected: before.amount_projected });
      expect(held).toEqual([
        {
          usage_metric: 'EGRESS',
          name: 'Egress',
          quantity: '50,000,000 GB',
          date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
          correction: false,
        },
      ]);
      const [request] = await waiting(meter);
      expect(request).toMatchObject({
        action: 'usage',
        organization: 'branching',
        amount_cents: 450_000_000,
        requested_by: meter.keyId,
        what: expect.stringMatching(/^Held for review: Egress on .* comes to \$4,500,000\.00 at list price$/),
      });
    });

    it('releases held usage once, by another person, as of its receipt and after the window for late usage', async () => {
      const [meter, ben] = [await as('meter@example.com'), await as('ben@example.com')];
      const [request] = await waiting(meter);
      const path = `/approvals/${request?.['id']}/approve`;
      expect((await meter.ask('POST', path)).status).toBe(403);
      await money().pass(80 * day);
      expect((await waiting(ben)).map(({ id }) => id)).toEqual([request?.['id']]);
      const answers = await Promise.all([ben.ask('POST', path), ben.ask('POST', path)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect(answers.find(({ status }) => status === 200)?.body.result).toEqual({ released_records: 50 });
      const bill = await upcoming('branching');
      expect(bill.held_usage).toBeUndefined();
      expect(bill.amount_total).toBeGreaterThan(4_400_000);
    });

    it('tells owners of money keys once a day about usage that is held for 14 days, and releases nothing', async () => {
      const { body } = await money().platform.ask('/sandbox/postbox/messages');
      const heldNotices = body.filter(({ kind }: { kind: string }) => kind === 'usage_held');
      expect(heldNotices.filter(({ to }: { to: string[] }) => to[0] === 'ben@example.com').length).toBeGreaterThan(60);
      const days = await money().rows<{ day: number }>(`
        select floor(extract(epoch from e.occurred_at - a.requested_at) / 86400)::int as day from platform_emails e
        cross join (select min(requested_at) as requested_at from approvals) a
        where e.kind = 'usage_held' and e.address = 'ben@example.com' order by e.occurred_at`);
      // The usage was held for 80 days. The platform sends one email per day from the 14th day on.
      expect(days[0]?.day).toBe(14);
      expect(days.length).toBeGreaterThanOrEqual(80 - 14);
      expect(days.length).toBeLessThanOrEqual(80 - 14 + 1);
    });

    it('holds what is above the sum however it is split, and takes the id of a rejected record again', async () => {
      const [meter, ben] = [await as('meter@example.com'), await as('ben@example.com')];
      const answers = [];
      for (let index = 0; index < 16; index += 1) answers.push(await send(meter, [await egress('top', `part-${index}`, tb)]));
      const accepted = answers.filter(({ accepted: count }) => count === 1).length;
      // Each record of one terabyte costs $90, and the limit is $1,000. The platform accepts 11 of 16 records and holds the other 5.
      expect([accepted, answers.filter(({ held }) => held === 1).length]).toEqual([11, 5]);
      for (const { id } of await waiting(ben)) expect((await ben.ask('POST', `/approvals/${id}/refuse`)).status).toBe(200);
      const before = (await upcoming('top')).amount_total;
      expect(await send(meter, [await egress('top', 'part-15', gb)])).toMatchObject({ accepted: 1, held: 0 });
      expect((await upcoming('top')).amount_total - before).toBeLessThan(1);
      expect((await upcoming('top')).held_usage).toBeUndefined();
    });

    it('holds usage of the service token and of levels too, and keeps it held when the key of its sender is revoked', async () => {
      const [fay, ben] = [await as('fay@example.com'), await as('ben@example.com')];
      const { serviceToken } = money().platform.context.config;
      const { organization: _, ...record } = await egress('payg', 'by-service', petabyte);
      const answer = await money().platform.ask('/platform/organizations/payg/usage/records', {
        method: 'POST',
        headers: { Authorization: `Bearer ${serviceToken}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ records: [record] }),
      });
      expect([answer.status, answer.body.held]).toEqual([200, 1]);
      const hour = { metric: 'DISK_SIZE_GB_HOURS_GP3', at: now() - 7200, until: now() - 3600 };
      expect((await send(fay, [await egress('crowded', 'level', 10_000_000, hour)])).held).toBe(1);
      await ben.ask('DELETE', `/keys/${fay.keyId}`);
      const open = await waiting(ben);
      expect(open.map(({ organization, requested_by: by }) => [organization, by])).toEqual([
        ['crowded', fay.keyId],
        ['payg', 'service'],
      ]);
      for (const { id } of open) expect((await ben.ask('POST', `/approvals/${id}/refuse`)).status).toBe(200);
    });

    it('asks for a correction by what it gives back, although other usage of the batch is far above the days before', async () => {
      const [meter, ben] = [await as('meter@example.com'), await as('ben@example.com')];
      const calls = (id: string, quantity: number, more: object = {}) =>
        egress('crowded', id, quantity, { metric: 'FUNCTION_INVOCATIONS', ...more });
      expect(await send(meter, [await egress('crowded', 'traffic', 10 * tb), await calls('calls', 1)])).toMatchObject({ accepted: 2 });
      const corrections = [
        await egress('crowded', 'no-traffic', 0, { replaces: 'traffic' }),
        await calls('many-calls', 1_000_000_000, { replaces: 'calls' }),
      ];
      expect(await send(meter, corrections)).toMatchObject({ accepted: 0, held: 2 });
      const request = (await waiting(ben)).find(({ organization }) => organization === 'crowded');
      expect(request).toMatchObject({ action: 'usage_correction', amount_cents: 90_000 });
      expect((await ben.ask('POST', `/approvals/${request?.['id']}/refuse`)).status).toBe(200);
    });

    it('holds no usage that is like the days before, or small', async () => {
      const meter = await as('meter@example.com');
      // Sends earlier usage, so that the organization's usual usage is about 30 GB per day.
      for (const back of [1, 2, 3]) await send(meter, [await egress('payg', `usual-${back}`, 200 * gb, { at: now() - back * day })]);
      expect(await send(meter, [await egress('payg', 'much', 15 * tb)])).toMatchObject({ accepted: 1, held: 0 });
      expect(await send(meter, [await egress('free-one', 'little', tb)])).toMatchObject({ accepted: 1, held: 0 });
    });
  },
);

onMoneyPlatformWith(
  { kinds: ['pglite'], organizations: ['payg', 'branching', 'top'], environment: { APPROVAL_ABOVE_CENTS: '100000' } },
  (money) => {
    const { as, egress, send, upcoming, waiting } = usageAt(money);

    describe('a correction', () => {
      it('that gives back more than the limit waits for another person, then lowers the bill once', async () => {
        const [meter, ben] = [await as('meter@example.com'), await as('ben@example.com')];
        await send(meter, [await egress('branching', 'large', 100 * tb)]);
        const before = (await upcoming('branching')).amount_total;
        const corrected = await egress('branching', 'corrected', 222 * gb, { replaces: 'large' });
        expect(await send(meter, [corrected])).toEqual({ accepted: 0, duplicates: 0, held: 1, rejected: [] });
        const bill = await upcoming('branching');
        expect([bill.amount_total, bill.held_usage[0].correction]).toEqual([before, true]);
        const [request] = await waiting(ben);
        expect(request).toMatchObject({
          action: 'usage_correction',
          amount_cents: 898_002,
          what: 'Held for review: Corrected usage lowers bills by $8,980.02',
        });
        const path = `/approvals/${request?.['id']}/approve`;
        expect((await meter.ask('POST', path)).status).toBe(403);
        expect((await ben.ask('POST', path)).status).toBe(200);
        expect((await ben.ask('POST', path)).status).toBe(409);
        expect(before - (await upcoming('branching')).amount_total).toBeCloseTo(8977.5, 0);
      });

      it('counts for the limit of 24 hours together with others, by whatever key of the person', async () => {
        const gus = await as('gus@example.com');
        await send(gus, await Promise.all([1, 2, 3].map((part) => egress('payg', `large-${part}`, 20 * tb))));
        const lower = (part: number) => egress('payg', `lower-${part}`, 14 * tb, { replaces: `large-${part}` });
        // Each correction lowers the bill by $540.
        expect(await send(gus, [await lower(1)])).toMatchObject({ accepted: 1, held: 0 });
        expect(await send(gus, [await lower(2)])).toMatchObject({ accepted: 0, held: 1 });
        const moved = [await egress('payg', 'same', 20 * tb, { replaces: 'large-3' })];
        expect(await send(gus, moved)).toMatchObject({ accepted: 1, held: 0 });
        await money().pass(day + 1);
        await send(gus, [await egress('payg', 'large-4', 20 * tb)]);
        expect(await send(gus, [await lower(4)])).toMatchObject({ accepted: 1, held: 0 });
      });

      it('that gives back waits, although it raises another metric by the same value', async () => {
        const ivy = await as('ivy@example.com');
        const calls = (id: string, quantity: number, more: object = {}) =>
          egress('top', id, quantity, { metric: 'FUNCTION_INVOCATIONS', ...more });
        await send(ivy, [await egress('top', 'paid', 30 * tb), await calls('calls', 1)]);
        const corrections = [
          await egress('top', 'less', 10 * tb, { replaces: 'paid' }),
          await calls('more', 1_000_000_000, { replaces: 'calls' }),
        ];
        expect(await send(ivy, corrections)).toMatchObject({ accepted: 0, held: 2 });
      });

      it('in a chain of one batch is measured by its end, and waits as a whole', async () => {
        const [hal, ben] = [await as('hal@example.com'), await as('ben@example.com')];
        await send(hal, [await egress('top', 'first', 50 * tb)]);
        const chain = [
          await egress('top', 'second', 0, { replaces: 'first' }),
          await egress('top', 'third', 50 * tb, { replaces: 'second' }),
        ];
        expect(await send(hal, chain)).toMatchObject({ accepted: 2, held: 0 });
        const down = [
          await egress('top', 'fourth', 49 * tb, { replaces: 'third' }),
          await egress('top', 'fifth', tb, { replaces: 'fourth' }),
        ];
        expect(await send(hal, down)).toMatchObject({ accepted: 0, held: 2 });
        const request = (await waiting(ben)).find(({ organization }) => organization === 'top');
        expect((await ben.ask('POST', `/approvals/${request?.['id']}/approve`)).body.result).toEqual({ released_records: 2 });
      });
    });
  },
);
