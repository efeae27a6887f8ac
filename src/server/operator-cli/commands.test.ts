import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { CommandFailure } from './answers.ts';
import { organizationForm } from './argument-forms.ts';
import { addVerb, programOf } from './commands.ts';
import { irreversibleBy, type Run } from './verbs.ts';

const asking: Readonly<Record<string, string>> = {
  'org close': 'acme',
  'org erase': 'acme --reason x',
  'org plan': 'acme pro --reason x',
  'member erase': 'ada@acme.example --reason x',
  'key revoke': 'key_1',
  'credit grant': 'acme 5000 --reason x',
  'invoice forgive': 'in_1 --reason x',
  'invoice write-off': 'in_1 --reason x',
  'invoice retry': 'in_1 --reason x',
  'invoice credit-note': 'in_1 5000 --reason x',
  'payment refund': 'pay_1 5000 --reason x',
  'approval approve': 'apr_1',
  'approval refuse': 'apr_1',
  'approval-limit reset': '',
  'price-book publish': 'draft.json 2027 --effective-at 2027-01-01T00:00:00Z',
  'price-book withdraw': '2027',
  'webhook rotate': 'we_1',
  'webhook remove': 'we_1',
  'gateway adopt': '',
};

/** Verbs that need no confirmation: they only read, or another command undoes their effect. */
const plain = [
  ['migrate', 'secrets-key', 'init', 'doctor', 'pause', 'resume', 'billing pause', 'billing resume', 'usage import'],
  ['org put', 'org show', 'org list', 'org export', 'member put', 'member list', 'member remove', 'project put', 'project list'],
  ['key create', 'key list', 'audit list', 'price-book check', 'price-book list', 'price-book show'],
  ['invoice list', 'payment list', 'approval list', 'approval-limit show', 'approval-limit set'],
  ['webhook add', 'webhook list', 'webhook redeliver', 'webhook set', 'webhook enable', 'webhook test'],
  ['notice list', 'notice resend', 'notice bounce', 'jobs list', 'jobs retry', 'statement verify'],
].flat();

const nothing = (): Promise<never> => Promise.reject(new Error('The platform was called'));

function commandTable(): Command {
  const run: Run = async (_, work) => void (await work());
  return programOf({ verb: addVerb, run, irreversible: irreversibleBy(run), withClient: nothing, resetLimits: nothing }, {});
}

const leavesOf = (command: Command, path = ''): [name: string, verb: Command][] =>
  command.commands.flatMap((one): [string, Command][] => {
    const name = `${path} ${one.name()}`.trim();
    return one.commands.length > 0 ? leavesOf(one, name) : [[name, one]];
  });

const verbs = leavesOf(commandTable());

it('knows of every verb whether it can be undone', () => {
  expect(verbs.map(([name]) => name).toSorted()).toEqual([...Object.keys(asking), ...plain].toSorted());
  const withYes = verbs.filter(([, verb]) => verb.options.some(({ long }) => long === '--yes'));
  expect(withYes.map(([name]) => name).toSorted()).toEqual(Object.keys(asking).toSorted());
});

it.each(Object.entries(asking))('%s does nothing without a yes, and has a dry run', async (name, rest) => {
  const words = [...name.split(' '), ...rest.split(' ').filter(Boolean)];
  const asked = commandTable().parseAsync(words, { from: 'user' });
  await expect(asked).rejects.toThrow(CommandFailure);
  await expect(asked).rejects.toThrow(/Nothing is done: give --yes to do it, or --dry-run/);
  const verb = verbs.find(([one]) => one === name)?.[1];
  expect(verb?.options.filter(({ long }) => long === '--dry-run' || long === '--yes').map(({ description }) => description)).toEqual([
    expect.stringMatching(/nothing/),
    'skip the confirmation',
  ]);
});

it('says the form of every argument and option, and names an organization the same way everywhere', () => {
  const unsaid = verbs.flatMap(([name, { registeredArguments, options }]) => [
    ...registeredArguments.filter(({ description }) => !description).map((argument) => `${name} <${argument.name()}>`),
    ...options.filter(({ description, hidden }) => !description && !hidden).map(({ long }) => `${name} ${long}`),
  ]);
  expect(unsaid).toEqual([]);
  const forms = verbs.flatMap(([, { registeredArguments }]) =>
    registeredArguments.filter((one) => one.name() === 'organization').map(({ description }) => description),
  );
  expect(new Set(forms)).toEqual(new Set([organizationForm]));
  const slugs = verbs.flatMap(([name, { registeredArguments }]) =>
    registeredArguments.filter((one) => ['slug', 'org', 'name-of-organization'].includes(one.name())).map(() => name),
  );
  expect(slugs).toEqual([]);
});

it('takes every time as ISO 8601', () => {
  const times = verbs.flatMap(([name, { options }]) =>
    options.filter(({ flags }) => flags.includes('<time>')).map((one) => ({ name, one })),
  );
  expect(times.length).toBeGreaterThan(4);
  for (const { name, one } of times)
    expect([name, one.long, one.parseArg?.('2027-01-01T01:00:00+01:00', undefined)]).toEqual([name, one.long, 1_798_761_600]);
});
