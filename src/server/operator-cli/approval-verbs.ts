import { InvalidArgumentError, type Command } from 'commander';
import { CommandFailure, fieldsOf, tableOf } from './answers.ts';
import { dryRunOf, type Verbs } from './verbs.ts';

export function addApprovals(program: Command, verbs: Verbs): void {
  const { verb, run, irreversible, withClient } = verbs;
  addLimits(program, verbs);
  const approval = program.command('approval').description('Requests that need approval by a second person, such as usage held for review');
  const list = verb(approval, 'list', 'List pending and decided requests').option(
    '--status <status>',
    'pending, approved, refused, withdrawn or expired',
  );
  list.option('--cursor <cursor>', 'cursor of the next page, as the previous page prints it');
  list.action(() =>
    run(list, async () => {
      const { json: _, ...filter } = list.opts<Record<string, string>>();
      const data = await withClient(({ call }) => call('listApprovals', { query: { limit: '100', ...filter } }));
      const table = tableOf(data.approvals, ['id', 'status', 'action', 'organization', 'amount_cents', 'what', 'requested_by']);
      return { data, text: data.next_cursor === null ? table : `${table}\nOlder ones: --cursor ${data.next_cursor}` };
    }),
  );
  const decisions = [
    [
      'approve',
      'approveRequest',
      'Approving',
      'Approve with the key in BILLING_KEY, and perform the requested action, such as booking held usage',
    ],
    ['refuse', 'refuseRequest', 'Refusing', 'Refuse a request; held usage is rejected'],
  ] as const;
  for (const [word, name, doing, about] of decisions) {
    const decide = verb(approval, word, about).argument('<id>', 'apr_...');
    const runConfirmed = irreversible(decide, 'do nothing and print the request');
    decide.action((id: string) =>
      runConfirmed(
        `${doing} ${id} can't be undone.`,
        async () => {
          const data = await withClient(({ call }) => call(name, { params: { approval_id: id } }));
          return { data, text: `${id} is ${data.approval.status}.` };
        },
        async () => {
          const { approvals } = await withClient(({ call }) => call('listApprovals', { query: { status: 'pending', limit: '100' } }));
          const found = approvals.find((one) => one.id === id);
          if (!found) throw new CommandFailure(`There is no pending request ${id}; billing approval list prints them.`);
          return dryRunOf('The request that would be decided:', found);
        },
      ),
    );
  }
}

const centsOf = (text: string): number => {
  if (!/^\d{1,12}$/.test(text)) throw new InvalidArgumentError('It must be whole cents.');
  return Number(text);
};

function addLimits(program: Command, { verb, run, irreversible, withClient, resetLimits }: Verbs): void {
  const limit = program.command('approval-limit').description('Amounts that staff may move within 24 hours without a second person');
  const show = verb(limit, 'show', 'Show the limits');
  show.action(() =>
    run(show, async () => {
      const data = await withClient(({ call }) => call('getApprovalLimits', {}));
      return { data, text: fieldsOf(data) };
    }),
  );
  const set = verb(limit, 'set', 'Request other limits, which another person must approve')
    .requiredOption('--person <cents>', 'one person', centsOf)
    .requiredOption('--organization <cents>', 'in one organization', centsOf)
    .requiredOption('--platform <cents>', 'all together', centsOf)
    .requiredOption('--reason <text>', 'why');
  set.action(() =>
    run(set, async () => {
      const { person, organization, platform, reason } = set.opts<Record<string, unknown>>();
      const body = { person_cents: person, organization_cents: organization, platform_cents: platform, reason };
      const data = await withClient(({ call }) => call('putApprovalLimits', { body }));
      return { data, text: `Nothing is changed yet: ${data.approval.id} needs approval by another person.` };
    }),
  );
  const reset = verb(
    limit,
    'reset',
    'Set the limits to APPROVAL_ABOVE_CENTS without an approval; works only with direct access to the database',
  );
  const runConfirmed = irreversible(reset, 'do nothing and print the limits that it would replace');
  reset.action(() =>
    runConfirmed(
      'Then staff cannot move money for 24 hours, and every owner of a key with the scope money gets an email.',
      async () => {
        const data = await resetLimits();
        return { data, text: `The limits are set, and staff cannot move money for 24 hours.\n${fieldsOf(data)}` };
      },
      async () => dryRunOf('The limits that would be replaced:', await withClient(({ call }) => call('getApprovalLimits', {}))),
    ),
  );
}
