import { InvalidArgumentError, Option, type Command } from 'commander';
import { longestKeySeconds } from '#server/admin/keys.ts';
import { CommandFailure, tableOf } from './answers.ts';
import { bodyOf, listOf, timeOf } from './argument-forms.ts';
import { everyPage } from './every-page.ts';
import { dryRunOf, type Verbs } from './verbs.ts';

const keyFields = {
  owner: 'owner',
  scopes: 'scopes',
  expires: 'expires_at',
  expiresAt: 'expires_at',
  organizations: 'organizations',
  addresses: 'addresses',
  requestsPerMinute: 'requests_per_minute',
} as const;

const wholeOf = (text: string): number => {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 to 60000.');
  return Number(text);
};

export function addAudit(program: Command, { verb, run, withClient }: Verbs): void {
  const audit = program.command('audit').description('Audit log of the platform: actions of keys, staff and the command');
  const list = verb(audit, 'list', 'List the newest entries, including refused attempts')
    .option('--actor <actor>', 'the id of a key, command, inspector or staff:<email>')
    .option('--act <call>', 'a call, such as createKey')
    .option(
      '--what <kind>',
      'key, price_book, webhook_endpoint, webhook_secret, pause, approval, approval_limit, wrong_key or refused_call',
    )
    .option('--outcome <outcome>', 'done or refused')
    .option('--limit <number>', 'at most 100', '50')
    .option('--cursor <cursor>', 'cursor of the next page, as the previous page prints it');
  list.action(() =>
    run(list, async () => {
      const { json: _, ...query } = list.opts<Record<string, string>>();
      const data = await withClient(({ call }) => call('listAudit', { query }));
      const rows = data.entries.map(({ before, after, ...entry }) => ({
        ...entry,
        before: JSON.stringify(before),
        after: JSON.stringify(after),
      }));
      const more = data.next_cursor === null ? '' : `\nOlder ones: --cursor ${data.next_cursor}`;
      return { data, text: `${tableOf(rows, ['at', 'actor', 'act', 'outcome', 'what', 'subject', 'before', 'after'])}${more}` };
    }),
  );
}

export function addKeys(program: Command, verbs: Verbs): void {
  const { verb, run, withClient } = verbs;
  const key = program.command('key').description('Keys of the admin API');
  const create = verb(key, 'create', 'Create a key and print it once')
    .argument('[name]', 'what it is for; the same as --name')
    .option('--name <name>', 'what it is for')
    .requiredOption('--owner <email>', 'who answers for it')
    .requiredOption('--scopes <list>', 'with commas: organizations, usage, catalog, money, webhooks, read, keys', listOf)
    .option('--expires-at <time>', 'when it ends, at most 400 days ahead; 400 days from now if absent', timeOf)
    .option('--organizations <list>', 'with commas: the only organizations that it may act on', listOf)
    .option('--addresses <list>', 'with commas: networks that it may be used from, such as 203.0.113.0/24', listOf)
    .option('--requests-per-minute <number>', 'its own limit', wholeOf)
    .addOption(new Option('--expires <time>', 'the same').argParser(timeOf).hideHelp());
  create.action((word?: string) =>
    run(create, async () => {
      const { name = word, ...options } = create.opts<{ name?: string }>();
      if (name === undefined) throw new InvalidArgumentError('Say what the key is for: --name "usage of the edge"');
      const keyInput = bodyOf(options, keyFields);
      const data = await withClient(async ({ call, nowSeconds }) => {
        const body = { name, expires_at: (await nowSeconds()) + longestKeySeconds, ...keyInput };
        return call('createKey', { body });
      });
      return { data, text: `${data.id}, shown once: ${data.key}` };
    }),
  );
  const list = verb(key, 'list', 'List keys without their secrets');
  list.action(() =>
    run(list, async () => {
      const data = await withClient(({ call }) => everyPage(call, 'listKeys'));
      return { data, text: tableOf(data.keys, ['id', 'name', 'owner', 'scopes', 'expires_at', 'last_used_at', 'revoked_at']) };
    }),
  );
  revokeVerb(verbs, key);
}

function revokeVerb({ verb, irreversible, withClient }: Verbs, key: Command): void {
  const revoke = verb(key, 'revoke', 'Revoke a key immediately, withdraw its open requests and print the keys created with it')
    .argument('<id>', 'key_..., as key list prints it')
    .option('--descendants', 'revoke those keys too');
  const runConfirmed = irreversible(revoke, 'do nothing and print the key');
  revoke.action((id: string) =>
    runConfirmed(
      `Revoking ${id} can't be undone, and programs with this key are refused immediately.`,
      async () => {
        const query: Record<string, string> = revoke.opts<{ descendants?: true }>().descendants ? { descendants: 'true' } : {};
        const answer = await withClient(({ call }) => call('revokeKey', { params: { id }, query }));
        const { keys } = answer ?? { keys: [] };
        const table =
          keys.length === 0 ? '' : `\nKeys that it made:\n${tableOf(keys, ['id', 'name', 'owner', 'created_at', 'revoked_at'])}`;
        return { data: { id, revoked: true, keys }, text: `${id} is revoked.${table}` };
      },
      async () => {
        const { keys } = await withClient(({ call }) => everyPage(call, 'listKeys'));
        const found = keys.find((one) => one.id === id);
        if (!found) throw new CommandFailure(`There is no key ${id}; billing key list prints them.`);
        return dryRunOf('The key that would be revoked:', found);
      },
    ),
  );
}
