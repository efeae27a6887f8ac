import { readFileSync } from 'node:fs';
import { InvalidArgumentError, type Command } from 'commander';
import { CommandFailure, tableOf } from './answers.ts';
import { organizationForm } from './argument-forms.ts';
import type { VerbResult, Verbs } from './verbs.ts';

/** Maximum number of characters to read. The bounce report comes before the returned email, which can be long. */
const mostLetters = 800_000;

function readStandardInput(): string {
  if (process.stdin.isTTY) throw new CommandFailure('Provide the bounce report on standard input, as a pipe of a mail server does.');
  return readFileSync(0, 'utf8').slice(0, mostLetters);
}

async function listOfAll(withClient: Verbs['withClient'], query: Readonly<Record<string, string>>): Promise<VerbResult> {
  const data = await withClient(({ call }) => call('listRefusedEmails', { query }));
  const rows = data.refused_emails.map(({ notice_id: id, ...email }) => ({ id, ...email }));
  const more = data.next_cursor === null ? '' : `\nThe next page: --cursor ${data.next_cursor}`;
  return { data, text: tableOf(rows, ['id', 'organization', 'kind', 'at', 'address', 'attempts', 'error']) + more };
}

export function addNotices(program: Command, { verb, run, withClient }: Verbs): void {
  const notice = program.command('notice').description('Emails to organizations');
  const list = verb(notice, 'list', 'List the emails to an organization, or refused emails of all organizations, newest first')
    .argument('[organization]', organizationForm)
    .option(
      '--state <state>',
      'only those in this state: queued, sent, refused, bounced or withdrawn; refused lists those of all organizations',
    )
    .option('--cursor <cursor>', 'cursor of the next page, as the previous page prints it');
  list.action((slug?: string) =>
    run(list, async () => {
      const { cursor, state } = list.opts<{ cursor?: string; state?: string }>();
      const query: Record<string, string> = cursor === undefined ? {} : { cursor };
      if (slug === undefined) {
        if (state !== 'refused') throw new InvalidArgumentError('Name an organization, or list the refused emails of all: --state refused');
        return listOfAll(withClient, query);
      }
      const data = await withClient(({ call }) => call('listNotices', { params: { slug }, query }));
      const rows = data.notices.flatMap(({ id, kind, at, deliveries }) =>
        deliveries.map((delivery) => ({ id, kind, at, address: delivery.address, state: delivery.state, attempts: delivery.attempts })),
      );
      const shown = rows.filter((row) => state === undefined || row.state === state);
      return { data, text: tableOf(shown, ['id', 'kind', 'at', 'address', 'state', 'attempts']) };
    }),
  );
  const resend = verb(notice, 'resend', 'Send a notice again, to the current recipients')
    .argument('<organization>', organizationForm)
    .argument('<id>', 'as it is listed');
  resend.action((slug: string, id: string) =>
    run(resend, async () => {
      const data = await withClient(({ call }) => call('resendNotice', { params: { slug, notice_id: id } }));
      const queued = data.deliveries.filter(({ state }) => state === 'queued').length;
      return { data, text: `${queued} ${queued === 1 ? 'email is' : 'emails are'} queued.` };
    }),
  );
  const bounce = verb(notice, 'bounce', 'Report a bounced email: a delivery status notification on standard input');
  bounce.action(() =>
    run(bounce, async () => {
      const message = readStandardInput();
      const data = await withClient(({ call }) => call('reportBounce', { body: { message } }));
      const lines = data.recipients.map(({ address, status, outcome }) => `${address}: ${outcome} (${status})`);
      return { data, text: lines.length > 0 ? lines.join('\n') : 'This is not a delivery status notification; nothing was recorded.' };
    }),
  );
}
