import type { Command } from 'commander';
import { CommandFailure, fieldsOf, tableOf } from './answers.ts';
import { everyPage } from './every-page.ts';
import { dryRunOf, type VerbResult, type Verbs } from './verbs.ts';

const listOf = (text: string): string[] => text.split(',').map((part) => part.trim());

export function addWebhooks(program: Command, verbs: Verbs): void {
  const webhook = program.command('webhook').description('Endpoints that receive events');
  addSending(webhook, verbs);
  addEndpointChanges(webhook, verbs);
  addEndpointEnds(webhook, verbs);
}

function addSending(webhook: Command, { verb, run, withClient }: Verbs): void {
  const add = verb(webhook, 'add', 'Send events to an address; prints the secret that signs them, once')
    .argument('<url>', 'an https address')
    .option('--events <list>', 'types of events, separated by commas; all if absent', listOf, ['*'])
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
      const data = await withClient(({ call }) => everyPage(call, 'listWebhookEndpoints'));
      return { data, text: tableOf(data.webhook_endpoints, ['id', 'url', 'status', 'disabled_reason', 'waiting', 'description']) };
    }),
  );

  const redeliver = verb(webhook, 'redeliver', 'Send a delivery again; enables a disabled endpoint')
    .argument('<endpoint>', 'its id')
    .argument('<delivery>', 'its id, as billing webhook list ENDPOINT prints it');
  redeliver.action((endpoint: string, delivery: string) =>
    run(redeliver, async () => {
      const params = { endpoint_id: endpoint, delivery_id: delivery };
      const data = await withClient(({ call }) => call('redeliverEvent', { params }));
      return { data, text: `${data.type} of ${data.organization} is sent again.` };
    }),
  );
}

function addEndpointChanges(webhook: Command, { verb, run, withClient }: Verbs): void {
  const set = verb(webhook, 'set', 'Change the address, the events or the description of an endpoint')
    .argument('<endpoint>', 'its id')
    .option('--url <url>', 'new address; waiting events go there')
    .option('--events <list>', 'types of events, separated by commas; * for all', listOf)
    .option('--description <text>', 'what it is for; empty removes it');
  set.action((endpoint: string) =>
    run(set, async () => {
      const { url, events, description } = set.opts<{ url?: string; events?: string[]; description?: string }>();
      const body = {
        ...(url === undefined ? {} : { url }),
        ...(events === undefined ? {} : { events }),
        ...(description === undefined ? {} : { description: description || null }),
      };
      const data = await withClient(({ call }) => call('changeWebhookEndpoint', { params: { endpoint_id: endpoint }, body }));
      return { data, text: fieldsOf({ id: data.id, url: data.url, events: data.events.join(', '), status: data.status }) };
    }),
  );

  const enable = verb(webhook, 'enable', 'Enable a disabled endpoint and send it the pending events first').argument(
    '<endpoint>',
    'its id',
  );
  enable.action((endpoint: string) =>
    run(enable, async () => {
      const data = await withClient(({ call }) => call('enableWebhookEndpoint', { params: { endpoint_id: endpoint } }));
      return { data, text: `${data.url} is enabled; ${data.waiting} deliveries wait.` };
    }),
  );

  const test = verb(webhook, 'test', 'Send one signed test message now').argument('<endpoint>', 'its id');
  test.action((endpoint: string) =>
    run(test, async () => {
      const data = await withClient(({ call }) => call('testWebhookEndpoint', { params: { endpoint_id: endpoint } }));
      if (!data.delivered)
        throw new CommandFailure(`The endpoint did not accept the message: ${data.error} (status ${data.status ?? 'none'}).`);
      return { data, text: `The endpoint accepted the message with status ${data.status}.` };
    }),
  );
}

function addEndpointEnds(webhook: Command, { verb, irreversible, withClient }: Verbs): void {
  const shown = async (id: string): Promise<VerbResult> => {
    const { webhook_endpoints: all } = await withClient(({ call }) => everyPage(call, 'listWebhookEndpoints'));
    const found = all.find((one) => one.id === id);
    if (!found) throw new CommandFailure(`There is no endpoint ${id}; billing webhook list prints them.`);
    return dryRunOf('The endpoint:', found);
  };
  const rotate = verb(webhook, 'rotate', 'Replace the secret; prints the new one, once. The old one also signs for a day').argument(
    '<endpoint>',
    'its id',
  );
  const rotateConfirmed = irreversible(rotate, 'do nothing and print the endpoint');
  rotate.action((endpoint: string) =>
    rotateConfirmed(
      `The secret of ${endpoint} ends in a day, which can't be undone.`,
      async () => {
        const data = await withClient(({ call }) => call('rotateWebhookSecret', { params: { endpoint_id: endpoint } }));
        return { data, text: fieldsOf({ id: data.id, secret: data.secret, old_secret_ends_at: data.replaced_secret_ends_at }) };
      },
      () => shown(endpoint),
    ),
  );

  const remove = verb(webhook, 'remove', 'Send nothing to an endpoint any more').argument('<endpoint>', 'its id');
  const removeConfirmed = irreversible(remove, 'do nothing and print the endpoint');
  remove.action((endpoint: string) =>
    removeConfirmed(
      `Removing ${endpoint} with its secret and waiting events can't be undone.`,
      async () => {
        await withClient(({ call }) => call('deleteWebhookEndpoint', { params: { endpoint_id: endpoint } }));
        return { data: { id: endpoint, removed: true }, text: `Deliveries to ${endpoint} have stopped.` };
      },
      () => shown(endpoint),
    ),
  );
}
