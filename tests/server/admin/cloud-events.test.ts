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
      const record = {
        id: 'a',
        source: '/edge-7',
        organization: 'acme',
        project_ref: project,
        metric: 'EGRESS',
        quantity: 1000,
        at: start,
      };
      expect((await operator.ask('POST', '/usage', { records: [record] })).body).toEqual({
        accepted: 0,
        duplicates: 1,
        held: 0,
        rejected: [],
      });
    });

    it('takes two events for the same exactly if source and id agree', async () => {
      const same = [event('s'), event('s', { type: 'usage.repeated' })];
      const others = [event('s', { source: '/edge-8' }), event('/edge-7 s'), event('s', { source: '/edge-9' }, { replaces: 'none' })];
      const { body } = await send([...same, ...others]);
      expect([body.accepted, body.duplicates, body.rejected.map(({ id, code }: any) => [id, code])]).toEqual([
        3,
        1,
        [['s', 'unknown_record']],
      ]);
      const corrected = await send([event('s2', { source: '/edge-8' }, { replaces: 's', quantity: 900 })]);
      expect(corrected.body).toMatchObject({ accepted: 1, rejected: [] });
      const again = await send([event('s3', {}, { replaces: 's', quantity: 900 })]);
      expect(again.body).toMatchObject({ accepted: 1, rejected: [] });
      expect((await send([event('s', {}, { quantity: 1 })])).body.rejected).toMatchObject([{ id: 's', code: 'id_reused' }]);
    });

    it('takes data in Base64, and a single event', async () => {
      const { data, ...envelope } = event('b64').toJSON();
      const inBase64 = (text: string) => Buffer.from(text).toString('base64');
      const single = (body: object) =>
        operator.ask('POST', '/usage', body, { headers: { 'Content-Type': 'application/cloudevents+json; charset=utf-8' } });
      expect((await single({ ...envelope, data_base64: inBase64(JSON.stringify(data)) })).body).toMatchObject({
        accepted: 1,
        rejected: [],
      });
      expect((await single(event('b64').toJSON())).body).toMatchObject({ accepted: 0, duplicates: 1 });
      const faults = [
        ['data_base64', { data_base64: 'not base64' }],
        ['data_base64', { data_base64: inBase64('no JSON') }],
        ['data_base64', { data_base64: inBase64('{"quantity":1,"quantity":2}') }],
        ['data_base64', { data_base64: inBase64('['.repeat(5000) + ']'.repeat(5000)) }],
        ['data_base64', { data_base64: inBase64('[]') }],
        ['data_base64', { data_base64: inBase64('{}'), data }],
        ['data.id', { data: { ...(data as object), id: 'other' } }],
        ['data.source', { data: { ...(data as object), source: '/edge-8' } }],
        ['data', {}],
      ] as const;
      for (const [path, more] of faults) {
        const { status, body } = await single({ ...envelope, id: 'fault', ...more });
        expect([status, body.rejected]).toEqual([200, [expect.objectContaining({ id: 'fault', path, code: 'malformed' })]]);
      }
    });

    it('refuses an invalid event by its place and field, and no other one', async () => {
      const good = event('good').toJSON();
      const { type: _, ...untyped } = good;
      const invalid = [
        ['specversion', { ...good, specversion: '0.3' }],
        ['type', untyped],
        ['id', { ...good, id: '' }],
        ['id', { ...good, id: 'x'.repeat(101) }],
        ['source', { ...good, source: undefined }],
        ['time', { ...good, time: 'yesterday' }],
        ['time', { ...good, time: '2016-12-31T23:59:60Z' }],
        ['time', { ...good, time: '2026-05-31t12:00:00Z' }],
        ['time', { ...good, time: '2026-05-31T12:00:00z' }],
        ['subject', { ...good, subject: 7 }],
        ['', 'no event'],
        ['', null],
      ] as const;
      const { status, body } = await operator.ask('POST', '/usage', [...invalid.map(([, one]) => one), good], {
        headers: { 'Content-Type': batchType },
      });
      expect([status, body.accepted]).toEqual([200, 1]);
      expect(body.rejected.map(({ index, path, code }: any) => [index, path, code])).toEqual(
        invalid.map(([path], index) => [index, path, 'malformed']),
      );
    });

    it('refuses what is no batch of events, and the form where it does not belong', async () => {
      const headers = { 'Content-Type': batchType };
      const cases = [
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
