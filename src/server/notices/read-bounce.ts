import { simpleParser, type HeaderValue, type ParsedMail } from 'mailparser';
import { deliveriesNamedIn } from './compose-mail.ts';

/** One recipient of a mail that a mail server reports about. */
interface ReportedRecipient {
  /** The address that it was sent to and the one where it ended, which differ where mail is forwarded. */
  readonly addresses: readonly string[];
  /** For example 5.1.1. */
  readonly status: string;
  /** bounced: the address does not work. refused: its server does not take this mail. ignored: it is only late, or has arrived. */
  readonly meaning: 'bounced' | 'refused' | 'ignored';
}

interface Bounce {
  /** Deliveries that it may be about, by the names of their mails. */
  readonly deliveries: readonly number[];
  readonly recipients: readonly ReportedRecipient[];
}

const mostRecipients = 100;

const isReport = /^message\/(global-)?delivery-status$/;
const isReturned = /^(message\/(rfc822|global|global-headers)|text\/rfc822-headers)$/;

type Parsed = Pick<ParsedMail, 'attachments' | 'headers'>;

const unreadable: Parsed = { attachments: [], headers: new Map() };

/** Anything may come in: what is no mail has no parts. */
const parse = (mail: string): Promise<Parsed> =>
  simpleParser(mail, { keepDeliveryStatus: true, skipTextToHtml: true, skipHtmlToText: true, skipImageLinks: true }).catch(
    () => unreadable,
  );

/** A field that is there several times counts as one. */
const wordsOf = (value: HeaderValue | undefined): string =>
  [value ?? []]
    .flat()
    .filter((part) => typeof part === 'string')
    .join(' ')
    .trim();

/** 'rfc822; ada@example.com' */
const addressIn = (field: string): string => field.slice(field.indexOf(';') + 1).trim();

function meaningOf(action: string, status: string): ReportedRecipient['meaning'] {
  if (action !== 'failed') return 'ignored';
  // 5.3 to 5.7 speak of the mail, its size or its sender. A server that gave up after days has 4 in front.
  return /^5\.[3-7]\./.test(status) ? 'refused' : 'bounced';
}

/** The first group of fields is about the report, each other one about a recipient. */
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

/**
 * Reads what a mail server says of a mail that it could not deliver (RFC 3464). Anybody can write such a mail, so what it says counts
 * only for a delivery that was sent to that address. Other mails have no recipients.
 */
export async function readBounce(message: string): Promise<Bounce> {
  const { attachments, headers } = await parse(message);
  const contents = (form: RegExp): string[] =>
    attachments.filter(({ contentType }) => form.test(contentType)).map(({ content }) => content.toString('utf8'));
  // Some servers send nothing of the mail back and name it elsewhere.
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
