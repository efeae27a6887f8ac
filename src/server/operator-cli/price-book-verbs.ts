import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { AdminShape } from '#contract/admin/admin-types.ts';
import { formatCents } from '#lib/money.ts';
import { CommandFailure, fieldsOf, tableOf } from './answers.ts';
import { timeOf } from './argument-forms.ts';
import { everyPage } from './every-page.ts';
import { dryRunOf, type Verbs } from './verbs.ts';

async function documentIn(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new CommandFailure(`${file} can't be read; name a file with the document of a price book.`, { cause });
  });
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CommandFailure(`${file} is not valid JSON; see /platform/price-book.schema.json for what a price book holds.`, { cause });
  }
}

function effectText({ organizations, most_changed: changed, unpriced, ...sums }: AdminShape<'PriceBookEffect'>): string {
  const row = (one: typeof sums) => ({
    before: formatCents(one.before_cents),
    after: formatCents(one.after_cents),
    difference: formatCents(one.difference_cents),
  });
  const rows = [
    { organization: `all ${organizations}`, ...row(sums) },
    ...changed.map(({ organization, ...effect }) => ({ organization, ...row(effect) })),
  ];
  const table = tableOf(rows, ['organization', 'before', 'after', 'difference']);
  return [table, ...unpriced.map(({ organization, message }) => `${organization} can't be billed: ${message}`)].join('\n');
}

export function addPriceBooks(program: Command, verbs: Verbs): void {
  const books = program.command('price-book').description('Prices of plans, usage and add-ons, by version');
  addPublishing(books, verbs);
  addReading(books, verbs);
}

function addPublishing(books: Command, { verb, run, irreversible, withClient }: Verbs): void {
  const dryRun = async (document: unknown, version: string, effectiveAt: number) => {
    const body = { version, effective_at: effectiveAt, document, dry_run: true };
    const { effect } = await withClient(({ call }) => call('publishPriceBook', { body }));
    if (!effect)
      throw new CommandFailure(
        'The response of the platform contains no effect, because it runs another version than this command. Use the same version.',
      );
    return { data: effect, text: effectText(effect), failed: effect.unpriced.length > 0 };
  };

  const check = verb(books, 'check', 'Bill the last closed cycle of every organization by a draft, and print the difference').argument(
    '<file>',
    'the JSON document of a price book',
  );
  check.action((file: string) => run(check, async () => dryRun(await documentIn(file), `draft ${Date.now()}`, 0)));

  const publish = verb(books, 'publish', 'Publish a version, which applies to cycles that begin after its date')
    .argument('<file>', 'the JSON document of a price book')
    .argument('<version>', 'any new name')
    .requiredOption('--effective-at <time>', 'its date, such as 2026-12-31T00:00:00Z', timeOf);
  const publishConfirmed = irreversible(publish, 'publish nothing and print what it would change');
  publish.action((file: string, version: string) => {
    const { effectiveAt } = publish.opts<{ effectiveAt: number }>();
    return publishConfirmed(
      `Publishing ${version} sends emails about the new prices, which can't be undone.`,
      async () => {
        const body = { version, effective_at: effectiveAt, document: await documentIn(file) };
        const data = await withClient(({ call }) => call('publishPriceBook', { body }));
        return { data, text: `${version} is published; its status is ${data.status}.` };
      },
      async () => dryRun(await documentIn(file), version, effectiveAt),
    );
  });

  const withdraw = verb(books, 'withdraw', 'Withdraw a version to which no billing period is pinned').argument(
    '<version>',
    'as price-book list prints it',
  );
  const withdrawConfirmed = irreversible(withdraw, 'withdraw nothing and print the version, or why it stays');
  withdraw.action((version: string) =>
    withdrawConfirmed(
      `Withdrawing ${version} can't be undone, and its name can't be used again.`,
      async () => {
        await withClient(({ call }) => call('withdrawPriceBook', { params: { version } }));
        return { data: { version }, text: `${version} is withdrawn. Periods that begin later use the version before it.` };
      },
      async () => {
        await withClient(({ call }) => call('withdrawPriceBook', { params: { version }, query: { dry_run: 'true' } }));
        const { document: _, ...summary } = await withClient(({ call }) => call('getPriceBook', { params: { version } }));
        return dryRunOf('The version that would be withdrawn:', summary);
      },
    ),
  );
}

function addReading(books: Command, { verb, run, withClient }: Verbs): void {
  const list = verb(books, 'list', 'List versions with their dates');
  list.action(() =>
    run(list, async () => {
      const data = await withClient(({ call }) => everyPage(call, 'listPriceBooks'));
      return { data, text: tableOf(data.price_books, ['version', 'effective_at', 'status']) };
    }),
  );

  const show = verb(books, 'show', 'Print the document of a version').argument('<version>', 'as price-book list prints it');
  show.action((version: string) =>
    run(show, async () => {
      const { document, unpriced = [], ...summary } = await withClient(({ call }) => call('getPriceBook', { params: { version } }));
      const refusals = unpriced.map(({ organization, message }) => `${organization} can't be billed: ${message}`);
      const text = [fieldsOf(summary), ...refusals, JSON.stringify(document, null, 2)].join('\n');
      return { data: { ...summary, unpriced, document }, text };
    }),
  );
}
