import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { CommandFailure, tableOf } from './answers.ts';
import { organizationForm } from './argument-forms.ts';
import type { Verbs } from './verbs.ts';

/** What says why a mail came back stands in front; the mail itself may be long. */
const mostLetters = 800_000;

function readStandardInput(): string {
  if (process.stdin.isTTY) throw new CommandFailure('Give the mail that came back on standard input, as a pipe of a mail server does.');
  return readFileSync(0, 'utf8').slice(0, mostLetters);
}

/** The verbs that notices have. */
export function addNotices(program: Command, { verb, run, withClient }: Verbs): void {
  const notice = program.command('notice').description('Mails that organizations were sent');
  const list = verb(notice, 'list', 'List the mails of an organization, newest first')
    .argument('<organization>', organizationForm)
    .option('--cursor <cursor>', 'where the page before this one ended');
  list.action((slug: string) =>
    run(list, async () => {
      const { cursor } = list.opts<{ cursor?: string }>();
      const data = await withClient(({ call }) => call('listNotices', { params: { slug }, query: cursor === undefined ? {} : { cursor } }));
      const rows = data.notices.flatMap(({ id, kind, at, deliveries }) =>
        deliveries.map(({ address, state, attempts }) => ({ id, kind, at: new Date(at * 1000).toISOString(), address, state, attempts })),
      );
      return { data, text: tableOf(rows, ['id', 'kind', 'at', 'address', 'state', 'attempts']) };
    }),
  );
  const resend = verb(notice, 'resend', 'Send a notice again, to the recipients of today')
    .argument('<organization>', organizationForm)
    .argument('<id>', 'as it is listed');
  resend.action((slug: string, id: string) =>
    run(resend, async () => {
      const data = await withClient(({ call }) => call('resendNotice', { params: { slug, notice_id: id } }));
      const queued = data.deliveries.filter(({ state }) => state === 'queued').length;
      return { data, text: `${queued} ${queued === 1 ? 'mail is' : 'mails are'} queued.` };
    }),
  );
  const bounce = verb(notice, 'bounce', 'Note a mail that came back: a delivery status notification on standard input');
  bounce.action(() =>
    run(bounce, async () => {
      const message = readStandardInput();
      const data = await withClient(({ call }) => call('reportBounce', { body: { message } }));
      const lines = data.recipients.map(({ address, status, outcome }) => `${address}: ${outcome} (${status})`);
      return { data, text: lines.length > 0 ? lines.join('\n') : 'No mail server reports about a mail here: nothing is noted.' };
    }),
  );
}
