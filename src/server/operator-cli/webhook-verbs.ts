import type { Command } from 'commander';
import { fieldsOf, tableOf } from './answers.ts';
import type { Verbs } from './verbs.ts';

const listOf = (text: string): string[] => text.split(',').map((part) => part.trim());

/** The verbs of webhooks. */
export function addWebhooks(program: Command, { verb, run, withClient }: Verbs): void {
  const webhook = program.command('webhook').description('Where events are sent');

  const add = verb(webhook, 'add', 'Send events to an address; prints the secret that signs them, once')
    .argument('<url>')
    .option('--events <list>', 'types of events, with commas; all where absent', listOf, ['*'])
    .option('--description <text>', 'what it is for');
  add.action((url: string) =>
    run(add, async () => {
      const { events, description } = add.opts<{ events: string[]; description?: string }>();
      const body = { url, events, ...(description === undefined ? {} : { description }) };
      const data = await withClient(({ call }) => call('createWebhookEndpoint', { body }));
      return { data, text: fieldsOf({ id: data.id, url: data.url, events: data.events.join(', '), secret: data.secret }) };
    }),
  );

  const list = verb(webhook, 'list', 'List endpoints, or the latest deliveries of one').argument('[endpoint]', 'its id');
  list.action((endpoint?: string) =>
    run(list, async () => {
      if (endpoint !== undefined) {
        const data = await withClient(({ call }) => call('listDeliveries', { params: { endpoint_id: endpoint }, query: { limit: '100' } }));
        const columns = ['id', 'type', 'organization', 'sequence', 'state', 'attempts', 'last_status', 'last_error'];
        return { data, text: tableOf(data.deliveries, columns) };
      }
      const data = await withClient(({ call }) => call('listWebhookEndpoints', {}));
      return { data, text: tableOf(data.webhook_endpoints, ['id', 'url', 'status', 'disabled_reason', 'waiting', 'description']) };
    }),
  );

  const redeliver = verb(webhook, 'redeliver', 'Send a delivery again; enables an endpoint that was disabled')
    .argument('<endpoint>', 'its id')
    .argument('<delivery>', 'its id, as billing webhook list ENDPOINT prints it');
  redeliver.action((endpoint: string, delivery: string) =>
    run(redeliver, async () => {
      const params = { endpoint_id: endpoint, delivery_id: delivery };
      const data = await withClient(({ call }) => call('redeliverEvent', { params }));
      return { data, text: `${data.type} of ${data.organization} is sent again.` };
    }),
  );

  const remove = verb(webhook, 'remove', 'Send nothing to an endpoint any more').argument('<endpoint>', 'its id');
  remove.action((endpoint: string) =>
    run(remove, async () => {
      await withClient(({ call }) => call('deleteWebhookEndpoint', { params: { endpoint_id: endpoint } }));
      return { data: { id: endpoint, removed: true }, text: `Nothing is sent to ${endpoint} any more.` };
    }),
  );
}
