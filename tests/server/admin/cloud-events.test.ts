import { CloudEvent, HTTP } from 'cloudevents';
import { expect, it } from 'vitest';
import { operatorOf, type Operator } from '#tests/support/operator.ts';
import { onEachStore } from '#tests/support/platform.ts';

const batchType = 'application/cloudevents-batch+json';
const project = 'e'.repeat(20);

onEachStore(
  (platform) => {
    let operator: Operator;
    let start: number;
    const event = (id: string, more: object = {}, data: object = {}) =>
      new CloudEvent({
        id,
        source: '/edge-7',
        type: 'usage.recorded',
        subject: 'acme',
        time: new Date(start * 1000).toISOString(),
        data: { project_ref: project, metric: 'EGRESS', quantity: 1000, ...data },
        ...more,
      });
    /** Sends a batch that the CloudEvents SDK can parse. */
    const send = (events: readonly CloudEvent<unknown>[]) => {
      const body = JSON.stringify(events);
      expect(HTTP.toEvent({ headers: { 'content-type': batchType }, body })).toHaveLength(events.length);
      return operator.ask('POST', '/usage', JSON.parse(body), { headers: { 'Content-Type': batchType } });
    };

    it('counts each event of a batch once, whatever form it was sent in before', async () => {
      operator = await operatorOf(platform());
      await operator.ask('PUT', '/organizations/acme', { name: 'Acme', plan: 'pro', spend_cap: false });
      await operator.ask('PUT', `/organizations/acme/projects/${project}`, { name: 'shop' });
      // Usage must not precede the start of the organization's cycle.
      start = platform().context.clock.nowSeconds();
      const response = await send([
        event('a'),
        event('b', { subject: 'nobody' }),
        event('c', {}, { organization: 'acme', at: start, category: 'auth' }),
        event('d', {}, { quantity: 'many' }),
        event('e', { data: 'no record' }),
      ]);
      expect([response.status, response.body.accepted, response.body.duplicates]).toEqual([200, 2, 0]);
      expect(response.body.rejected.map(({ id, code }: { id: string; code: string }) => [id, code])).toEqual([
        ['b', 'unknown_organization'],
        ['d', 'malformed'],
        ['e', 'malformed'],
      ]);
      expect((await send([event('a'), event('c', {}, { category: 'auth' })])).body).toEqual({
        accepted: 0,
        duplicates: 2,
        held: 0,
        rejected: [],
      });
      const record = { id: 'a', organization: 'acme', project_ref: project, metric: 'EGRESS', quantity: 1000, at: start };
      expect((await operator.ask('POST', '/usage', { records: [record] })).body).toEqual({
        accepted: 0,
        duplicates: 1,
        held: 0,
        rejected: [],
      });
    });

    it('refuses what is no batch of events by its field, and the form where it does not belong', async () => {
      const headers = { 'Content-Type': batchType };
      const cases = [
        [[{ ...event('f').toJSON(), specversion: '0.3' }], 'body.0.specversion'],
        [[event('f').toJSON(), { ...event('g').toJSON(), id: '' }], 'body.1.id'],
        [[{ ...event('f').toJSON(), time: 'yesterday' }], 'body.0.time'],
        [{ records: [] }, 'body'],
        [[], 'body.records'],
      ] as const;
      for (const [body, path] of cases) {
        const answer = await operator.ask('POST', '/usage', body, { headers });
        expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([400, path]);
      }
      const elsewhere = await operator.ask('PUT', '/organizations/acme', { name: 'Acme' }, { headers });
      expect([elsewhere.status, elsewhere.body.errors[0].path]).toEqual([415, 'header.Content-Type']);
    });
  },
  { SEED: 'none' },
);
