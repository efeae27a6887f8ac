import { simpleParser, type HeaderValue, type ParsedMail } from 'mailparser';
import { deliveriesNamedIn } from './compose-email.ts';

interface ReportedRecipient {
  /** Original and final address of the recipient, which differ if the email was forwarded. */
  readonly addresses: readonly string[];
  /** Enhanced status code, such as 5.1.1. */
  readonly status: string;
  /** bounced: the address does not work. refused: the recipient's server refuses this email. ignored: the email is delayed or delivered. */
  readonly meaning: 'bounced' | 'refused' | 'ignored';
}

interface Bounce {
  /** IDs of the deliveries to which the report may refer, read from the Message-IDs in the report. */
  readonly deliveries: readonly number[];
  readonly recipients: readonly ReportedRecipient[];
}

const mostRecipients = 100;

const isReport = /^message\/(global-)?delivery-status$/;
const isReturned = /^(message\/(rfc822|global|global-headers)|text\/rfc822-headers)$/;

type Parsed = Pick<ParsedMail, 'attachments' | 'headers'>;

const unreadable: Parsed = { attachments: [], headers: new Map() };

/** If the text cannot be parsed, the result has no content. */
const parse = (mail: string): Promise<Parsed> =>
  simpleParser(mail, { keepDeliveryStatus: true, skipTextToHtml: true, skipHtmlToText: true, skipImageLinks: true }).catch(
    () => unreadable,
  );

const wordsOf = (value: HeaderValue | undefined): string =>
  [value ?? []]
    .flat()
    .filter((part) => typeof part === 'string')
    .join(' ')
    .trim();

/** Returns the address of a field such as 'rfc822; ada@example.com'. */
const addressIn = (field: string): string => field.slice(field.indexOf(';') + 1).trim();

function meaningOf(action: string, status: string): ReportedRecipient['meaning'] {
  if (action !== 'failed') return 'ignored';
  // Codes 5.3 to 5.7 concern the message or its sender, not the address. 4.x.x counts as a bounce, because the server has retried for days.
  return /^5\.[3-7]\./.test(status) ? 'refused' : 'bounced';
}

/** Skips the first group of fields, because it describes the report. */
async function recipientsIn(report: string): Promise<ReportedRecipient[]> {
  const groups = report.split(/\r?\n[ \t]*(?:\r?\n)+/).filter((group) => /^Final-Recipient:/im.test(group));
  return Promise.all(
    groups.slice(0, mostRecipients).map(async (group) => {
      const { headers } = await parse(`${group.trim()}\r\n\r\n`);
      const field = (name: string): string => wordsOf(headers.get(name));
      const status = /\d\.\d{1,3}\.\d{1,3}/.exec(field('status'))?.[0] ?? '5.0.0';
      const addresses = ['original-recipient', 'final-recipient'].map((name) => addressIn(field(name))).filter(Boolean);
      return { addresses, status, meaning: meaningOf(field('action').toLowerCase(), status) };
    }),
  );
}

/** Anyone can send a bounce report (RFC 3464), so callers must check that the delivery went to the reported address. */
export async function readBounce(message: string): Promise<Bounce> {
  const { attachments, headers } = await parse(message);
  const contents = (form: RegExp): string[] =>
    attachments.filter(({ contentType }) => form.test(contentType)).map(({ content }) => content.toString('utf8'));
  // Some mail servers do not return the email. Their bounces contain its Message-ID in the headers below.
  const named = [
    ...contents(isReturned),
    ...contents(isReport),
    ...['in-reply-to', 'references'].map((name) => wordsOf(headers.get(name))),
  ];
  return {
    deliveries: [...new Set(named.flatMap((text) => deliveriesNamedIn(text)))].slice(0, 10),
    recipients: (await Promise.all(contents(isReport).slice(0, 1).map(recipientsIn))).flat(),
  };
}
