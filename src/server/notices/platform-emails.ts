import { sentEmail } from '#contract/email-address.ts';
import { formatDate } from '#lib/dates/format.ts';
import { productName } from '#lib/product.ts';
import { endPlatformEmail, takePlatformEmail, type PlatformEmailRow } from '#server/store/staff/platform-emails.ts';
import { emailId } from './compose-email.ts';
import { endOf } from './attempt.ts';
import { printedName, type EmailContent } from './email-content.ts';
import type { NoticeContext } from './notice-context.ts';
import { renderLetter } from './render-email.tsx';
import type { OutgoingEmail, EmailTransport } from './transport.ts';

const holdMs = 5 * 60_000;

interface KeyFacts {
  readonly id: string;
  readonly name: string;
  readonly expires_at: number;
}

const action = { label: 'Open the API reference', path: 'docs' };

export const platformEmailContents: Readonly<Record<PlatformEmailRow['kind'], (facts: never) => EmailContent>> = {
  key_created: ({
    id,
    name,
    owner,
    scopes,
    made_by: maker,
    expires_at: end,
  }: KeyFacts & { owner: string; scopes: string[]; made_by: string }) => ({
    subject: `New key with ${scopes.join(', ')}: ${printedName(name)}`,
    heading: 'A key that can move money or create keys was created',
    tone: 'warning',
    paragraphs: [
      'If you do not know this key, revoke it immediately, together with the key that created it and all keys created with that one.',
    ],
    facts: [
      ['Key', id],
      ['Name', printedName(name)],
      ['Owner', owner],
      ['Scopes', scopes.join(', ')],
      ['Made by', maker],
      ['Ends', formatDate(end)],
    ],
    action,
  }),
  key_expiring: ({ id, name, expires_at: end }: KeyFacts) => ({
    subject: `Your key ${printedName(name)} expires on ${formatDate(end)}`,
    heading: 'A key that you are responsible for expires soon',
    tone: 'warning',
    paragraphs: ['Create a new key, configure it in the program that uses this one, then revoke this one. Both work until then.'],
    facts: [
      ['Key', id],
      ['Name', printedName(name)],
      ['Ends', formatDate(end)],
    ],
    action,
  }),
  usage_held: ({ requests, since }: { requests: number; since: number }) => ({
    subject: `Usage has been held for review since ${formatDate(since)}`,
    heading: 'Usage needs your review',
    tone: 'warning',
    paragraphs: [
      'It is not billed and does not count toward limits. Release it or reject it: it is never released automatically.',
      'You get this email once a day as long as usage has been held for 14 days or more.',
    ],
    facts: [
      ['Requests', String(requests)],
      ['The oldest waits since', formatDate(since)],
    ],
    action,
  }),
  approval_limits_reset: ({ by, until }: { by: string; until: number }) => ({
    subject: 'The approval limits were reset from the shell',
    heading: 'The approval limits were reset',
    tone: 'bad',
    paragraphs: [
      'Someone with shell access to the platform reset the limits without an approval. Staff cannot move money for 24 hours.',
      'If this is unexpected, find out who did it before that time is over.',
    ],
    facts: [
      ['Done by', by],
      ['Staff can move money again', formatDate(until)],
    ],
    action,
  }),
};

function compose({ origin }: NoticeContext, { id, kind, facts, address }: PlatformEmailRow, sentAt: Date): OutgoingEmail {
  const content = platformEmailContents[kind](facts as never);
  const href = `${origin()}/${content.action.path}`;
  const body = renderLetter(content, href, `${address} answers for a key of the admin API at ${productName}.`);
  return { id: emailId(`platform-${id}`), kind, organization: '', to: sentEmail(address), ...body, attachments: [], sentAt };
}

async function sendOne(context: NoticeContext, transport: EmailTransport, email: PlatformEmailRow, now: Date): Promise<void> {
  const { db, clock, log, count } = context;
  const sentAt = new Date(clock.nowMs());
  const result = await transport.send(compose(context, email, sentAt), db);
  const end = endOf(result, { attempts: email.attempts, firstTriedAt: email.firstTriedAt ?? now }, now, sentAt);
  if (end.state === 'withdrawn') throw new Error(`Email ${email.id} can't be withdrawn`);
  const isHeld = await endPlatformEmail(db, email, { ...end, state: end.state });
  // Another process has taken the email. The error rolls back this transaction, so that the email is not written twice.
  if (!isHeld && transport.isTransactional) throw new Error(`Email ${email.id} is not held any more`);
  count(result.ok ? 'sent' : result.why);
  if (!result.ok) log.warn({ event: 'notice_not_sent', email: email.id, kind: email.kind, code: result.code }, 'an email was not accepted');
}

/** Sends due emails, one after the other. @param now real time @returns number of processed emails */
export async function sendPlatformEmails(context: NoticeContext, now: Date, isOver: () => boolean): Promise<number> {
  const { db, transport } = context;
  if (transport === null) return 0;
  let done = 0;
  for (; !isOver(); done += 1) {
    const email = await takePlatformEmail(db, now, new Date(now.getTime() + holdMs));
    if (!email) break;
    if (transport.isTransactional) await db.transaction((tx) => sendOne({ ...context, db: tx }, transport, email, now));
    else await sendOne(context, transport, email, now);
  }
  return done;
}
